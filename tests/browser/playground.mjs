// The playground, as `packaging/playground` makes it: its module answers as the program does, and the page works from a plain file
// server, in a browser.
//
// node playground.mjs FOLDER
//
// ASK is the example `ask` of the crate wherefore-playground, if the answers are to be compared with those of the native code;
// PICTURES a folder for pictures of the page.

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { isAccessible } from './access.mjs';
import { ROOT, browser } from './lib.mjs';

const FOLDER = resolve(process.argv[2] || join(ROOT, 'dist/playground'));
const { ASK, PICTURES } = process.env;

/** A file server that knows nothing of modules and headers. */
function serve() {
  const server = spawn('python3', ['-u', '-m', 'http.server', '0', '--bind', '127.0.0.1', '--directory', FOLDER], { stdio: ['ignore', 'pipe', 'ignore'] });
  process.on('exit', () => server.kill());
  return new Promise((done, failed) => {
    server.on('error', failed);
    server.stdout.on('data', (said) => {
      const port = /port (\d+)/.exec(said);
      if (port) done({ url: `http://127.0.0.1:${port[1]}/`, end: () => server.kill() });
    });
  });
}

/** The ways that a report must have, by property: `examples/wherefore.toml`, which the program is held to. */
function expected() {
  const text = readFileSync(join(ROOT, 'examples/wherefore.toml'), 'utf8');
  const models = text.matchAll(/^\[expect\."([^"]+)"\]\nviolated = \{(.*)\}$/gm);
  const list = (ids) => [...ids.matchAll(/"([0-9a-f]{10})"/g)].map((m) => m[1]);
  const ways = (body) => [...body.matchAll(/(?:"([^"]+)"|(\w+)) = \[([^\]]*)\]/g)].map((m) => [m[1] || m[2], list(m[3]).sort()]);
  return new Map([...models].map(([, file, body]) => [file, new Map(ways(body))]));
}

/** The module outside of a browser: an answer to a question. */
async function asked(module, question) {
  const given = { page: { now: () => performance.now() } };
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (given[from] ||= {})[name] ||= () => { throw new Error(name); };
  const door = (await WebAssembly.instantiate(module, given)).exports;
  for (const byte of new TextEncoder().encode(JSON.stringify(question))) door.put(byte);
  const bytes = Uint8Array.from({ length: door.ask() }, (_, i) => door.get(i));
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** Every example that is finite has the ways that the program finds. */
async function answersAsTheProgram(module) {
  const ways = expected();
  const fast = ['ac.smv', 'ac.scxml', 'ac_reduced.smv', 'two_spines.smv', 'door.smv', 'masking.oss', 'hardware/toggle.aag'];
  for (const file of fast) {
    const begin = performance.now();
    const question = { name: file, text: readFileSync(join(ROOT, 'examples', file), 'utf8'), seconds: 60 };
    const answer = await asked(module, question);
    assert.equal(answer.error, undefined, file);
    const report = JSON.parse(answer.json);
    const violated = report.properties.filter((p) => p.verdict === 'violated');
    assert.deepEqual(new Map(violated.map((p) => [p.name, (p.classes || []).map((c) => c.id).sort()])), ways.get(file) || new Map(), file);
    const milliseconds = Math.round(performance.now() - begin);
    // Without a search path there are no solvers beside those of the module.
    if (ASK) assert.deepEqual(JSON.parse(spawnSync(ASK, { input: JSON.stringify(question), env: {}, maxBuffer: 1 << 28, encoding: 'utf8' }).stdout), answer, `${file}: native code and module`);
    console.log(`playground: ${file}: ${violated.map((p) => p.classes.length).join(' and ')} ways, ${milliseconds} ms`);
  }
}

async function opened(context, url) {
  const page = await context.newPage();
  const wrong = [];
  page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') wrong.push(`console: ${m.text()}`); });
  page.on('pageerror', (e) => wrong.push(`error: ${e.message}`));
  page.on('request', (r) => { if (!r.url().startsWith(url.split('#')[0]) && !/^(data|blob|about):/.test(r.url())) wrong.push(`request: ${r.url()}`); });
  const begin = performance.now();
  await page.goto(url);
  return { page, wrong, passed: () => Math.round(performance.now() - begin) };
}

const says = (page, words) => page.waitForFunction((w) => document.getElementById('state').textContent.includes(w), words, { timeout: 60_000 });
const classes = (page) => page.frameLocator('#report').locator('#classes .class');

async function replace(page, from, to) {
  const text = await page.locator('#text').inputValue();
  assert.ok(text.includes(from), from);
  await page.locator('#text').fill(text.replace(from, to));
}

/** The first example is checked at once; a changed guard changes the ways. */
async function checksAndChecksAgain(context, url) {
  const { page, wrong, passed } = await opened(context, url);
  await says(page, 'in 4 distinct ways');
  console.log(`playground: first answer after ${passed()} ms`);
  await classes(page).first().waitFor();
  assert.equal(await classes(page).count(), 4);
  console.log(`playground: first report after ${passed()} ms`);
  await replace(page, 't4 := s = IDLE & e = enter & t >= 24', 't4 := s = IDLE & e = enter & t > 24');
  await says(page, 'The model has changed');
  await page.locator('#text').press('Control+Enter');
  await says(page, 'distinct way');
  await page.waitForFunction(() => !document.getElementById('state').textContent.includes('4 distinct'));
  const ways = Number(/in (\d+) distinct/.exec(await page.locator('#state').textContent())[1]);
  assert.ok(ways > 0 && ways < 4, `${ways} ways`);
  await classes(page).nth(ways - 1).waitFor();
  await classes(page).nth(ways).waitFor({ state: 'detached' });
  await replace(page, 't <= 26', 't <= 24');
  await page.locator('#check').click();
  await says(page, '1 holds');
  assert.deepEqual(wrong, []);
  return page;
}

/** A link holds the model. */
async function links(page, context, url) {
  await page.locator('#share').click();
  await page.waitForFunction(() => location.hash.length > 10);
  const link = page.url();
  assert.ok(link.startsWith(`${url}#z`) && link.length < 3000, link);
  const { page: other, wrong } = await opened(context, link);
  await says(other, '1 holds');
  assert.equal(await other.locator('#text').inputValue(), await page.locator('#text').inputValue());
  assert.deepEqual(wrong, []);
  await other.close();
  const { page: broken } = await opened(context, `${url}#znonsense`);
  await says(broken, 'in 4 distinct ways');
  await broken.close();
}

/** What is no model is shown with its place; a search is stopped; the text and the file are there. */
async function isHonest(page) {
  await page.locator('#examples').selectOption({ index: 0 });
  await says(page, 'in 4 distinct ways');
  await replace(page, 's  : {OFF', 's  : {OFF;');
  await page.locator('#check').click();
  await says(page, 'no model');
  assert.match(await page.locator('#words').textContent(), /ac\.smv:17/);
  await replace(page, 's  : {OFF;', 's  : {OFF');
  await page.locator('#check').click();
  await says(page, 'in 4 distinct ways');
  await page.locator('#as-text').click();
  assert.match(await page.locator('#words').textContent(), /right_mode/);
  await page.locator('#as-text').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.locator('#save').click()]);
  assert.equal(download.suggestedFilename(), 'ac.html');
  await page.locator('#name').fill('big.smv');
  await page.locator('#text').fill(readFileSync(join(ROOT, 'examples/parking_assist.smv'), 'utf8'));
  await page.locator('#check').click();
  await page.locator('#stop').click();
  await says(page, 'stopped');
  assert.ok(await page.locator('#check').isVisible());
}

async function pictures(context, url) {
  mkdirSync(PICTURES, { recursive: true });
  for (const [colorScheme, width] of [['light', 1440], ['dark', 1440], ['light', 1280], ['light', 700]]) {
    const { page } = await opened(context, url);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 860 });
    await says(page, 'in 4 distinct ways');
    await classes(page).first().waitFor();
    await page.waitForTimeout(500);
    if (width < 900) await page.locator('#result').scrollIntoViewIfNeeded();
    await page.screenshot({ path: join(PICTURES, `playground-${colorScheme}-${width}.png`) });
    await page.close();
  }
}

const packed = readFileSync(join(FOLDER, 'wherefore.wasm.gz'));
const module = await WebAssembly.compile(gunzipSync(packed));
console.log(`playground: module of ${gunzipSync(packed).length} bytes, ${packed.length} compressed; page of ${['index.html', 'style.css', 'page.js', 'link.js', 'worker.js'].reduce((sum, f) => sum + statSync(join(FOLDER, f)).size, 0)}`);
await answersAsTheProgram(module);
const server = await serve();
const chromium = await browser();
try {
  const context = await chromium.newContext({ viewport: { width: 1280, height: 860 } });
  const page = await checksAndChecksAgain(context, server.url);
  await links(page, context, server.url);
  await isHonest(page);
  const { page: fresh } = await opened(context, server.url);
  await says(fresh, 'in 4 distinct ways');
  await isAccessible(fresh);
  if (PICTURES) await pictures(context, server.url);
  console.log('playground: passed');
} finally {
  await chromium.close();
  server.end();
}
