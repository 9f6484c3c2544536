// Reports in a real browser: `npm ci && WHEREFORE=path/to/wherefore node reports.mjs`.
//
// The five examples: opened in time, without errors or requests; next class by click and key, slider, filter, print. Then runs that
// are changed in the page, and models that are unkind: hostile names, a run of 1,000 steps, a graph of 2,000 states. Ends with exit
// code 1 if anything is wrong.

import assert from 'node:assert/strict';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isAccessible, worksByKeyboard } from './access.mjs';
import { comparesRuns, drawsLanes, keepsAddress, sourceFollows, wrapsLines } from './follow.mjs';
import { browser, examples, open, report, scratch, wherefore } from './lib.mjs';
import { hostileChart, hostileGraph, largeGraph, longNames, longRun, restricted } from './models.mjs';

const OPENS_IN = 2000;
const REACTS_IN = 100;
const AC2_SIZE = 1_500_000;
const MOST_PRINTED = 10;
const MOST_PAGES = 12;
const MOST_BOXES = 60;
const WHATIF_SIZE = 600_000;

const folder = scratch();
const chromium = await browser();
const failures = [];

/** Runs a test in a fresh window and tells how it ended. */
async function test(title, words, body) {
  const start = performance.now();
  const context = await chromium.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const file = await report(folder, title.replace(/\W+/g, '_'), words);
    const made = performance.now() - start;
    const opened = await open(context, file);
    const said = await body(opened.page, file, context);
    assert.deepEqual(opened.wrong, []);
    assert.ok(opened.milliseconds < OPENS_IN, `opened in ${Math.round(opened.milliseconds)} ms`);
    const size = (statSync(file).size / 1024).toFixed(0);
    console.log(`ok    ${title}: made in ${(made / 1000).toFixed(1)} s, ${size} KB, open in ${Math.round(opened.milliseconds)} ms${said ? `, ${said}` : ''}`);
  } catch (error) {
    failures.push(title);
    console.log(`WRONG ${title}: ${error.message}`);
  } finally {
    await context.close();
  }
}

/** How long an action takes until it can be seen, in milliseconds: the median of nine. */
async function reaction(page, action) {
  const times = [];
  for (let i = 0; i < 9; i += 1) times.push(await page.evaluate(action, i));
  return times.sort((a, b) => a - b)[4];
}

const text = (page, selector) => page.locator(selector).textContent();
const active = (page) => page.evaluate(() => Array.from(document.querySelectorAll('#world .now'), (e) => e.dataset.box || `a${e.dataset.arrow}`).join());

/** Classes are walked through with a button and with keys. */
async function walksClasses(page) {
  const classes = await page.locator('#classes .class').count();
  assert.ok(classes > 0, 'no class');
  assert.equal(await page.locator('#classes .class.current').count(), 1);
  if (classes === 1) return;
  const at = () => page.locator('#classes .class.current').getAttribute('data-way');
  const first = await at();
  await page.locator('#next-class').click();
  const second = await at();
  assert.notEqual(second, first);
  await page.keyboard.press('n');
  if (classes > 2) assert.notEqual(await at(), second);
  await page.keyboard.press('p');
  await page.keyboard.press('p');
  assert.equal(await at(), first);
}

/** The slider moves the step, and with it the picture. */
async function slides(page, hasPicture) {
  const last = Number(await page.locator('#slider').getAttribute('max'));
  if (last === 0) return;
  const [label, shown] = [await text(page, '#step-label'), await active(page)];
  await page.locator('#slider').fill('0');
  assert.notEqual(await text(page, '#step-label'), label);
  if (hasPicture) assert.notEqual(await active(page), shown, 'the picture does not move');
  await page.locator('#slider').blur();
  await page.keyboard.press('End');
  assert.equal(await text(page, '#step-label'), label);
  assert.equal(await active(page), shown);
}

/** A filter narrows the rows of the timeline. */
async function filters(page) {
  const rows = () => page.locator('#cells .label').count();
  const before = await rows();
  const name = await page.locator('#cells .label title').first().textContent();
  await page.keyboard.press('/');
  await page.keyboard.type(name.split(':')[0]);
  const after = await rows();
  assert.ok(after >= 1 && (after < before || before === 1), `${after} of ${before} rows`);
  await page.locator('#variable-filter').fill('no variable has this name');
  assert.equal(await rows(), 0);
  await page.locator('#variable-filter').fill('');
  assert.equal(await rows(), before);
}

/** On paper stand the first ten classes, on at most twelve pages, and how many are left out. Gives the number of pages. */
async function prints(page) {
  const classes = await page.locator('#classes .class').count();
  await page.locator('#classes .class').first().click();
  await page.emulateMedia({ media: 'print' });
  await page.locator('#print > *').first().waitFor();
  const titles = await page.locator('#print article > h3').allTextContents();
  assert.ok(titles.length <= MOST_PRINTED && titles.length >= Math.min(classes, MOST_PRINTED), `${titles.length} of ${classes} classes`);
  assert.ok(titles.every((t) => t.length > 0));
  const left = classes - MOST_PRINTED;
  if (left > 0) assert.match(await text(page, '#print .not-printed'), new RegExp(`${left} more ways? to fail (is|are) not printed`));
  assert.ok(await page.locator('#head').isHidden());
  const pdf = await page.pdf({ format: 'A4' });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;
  assert.ok(pages <= MOST_PAGES, `${pages} pages`);
  await page.emulateMedia({ media: 'screen' });
  return pages;
}

/** The first screen has the verdict, the fix if there is one, and the first way, without a tab or scrolling. */
async function showsAnswer(page) {
  const found = await page.evaluate(() => ['#head .verdict', '#verdict', '.first-fix', '#classes .class'].map((selector) => {
    const item = document.querySelector(selector);
    const box = item && item.getBoundingClientRect();
    return !item || (box.height > 0 && box.top >= 0 && box.bottom <= innerHeight);
  }));
  assert.deepEqual(found, [true, true, true, true], 'not on the first screen');
}

/** Nothing lies outside the window, and nothing that should be readable has no room. */
async function fits(page) {
  for (const width of [1280, 900]) {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${wide} pixels wide at ${width}`);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** No text of the model has become an element or has run. */
async function isTame(page) {
  const found = await page.evaluate(() => ({
    pwned: window.__pwned, made: document.querySelectorAll('img, iframe, object, embed, form, a:not(.skip)').length, scripts: document.querySelectorAll('script').length,
    turned: /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u0007]/.test(document.body.innerText),
  }));
  assert.deepEqual(found, { pwned: undefined, made: 0, scripts: 2, turned: false });
}

for (const [title, words] of Object.entries(await examples(folder))) {
  await test(title, words, async (page, file, context) => {
    const hasPicture = await page.locator('#world > *').count() > 0;
    await showsAnswer(page);
    await walksClasses(page);
    await slides(page, hasPicture);
    await filters(page);
    const pages = await prints(page);
    await fits(page);
    await isTame(page);
    await keepsAddress(page, context, file);
    await comparesRuns(page);
    const followed = await sourceFollows(page);
    if (title === 'machine' || title === 'dataflow') assert.ok(followed > 0, 'the source does not follow the step');
    const stops = await worksByKeyboard(page);
    await isAccessible(page);
    if (title === 'machine') assert.ok(statSync(file).size < AC2_SIZE, `${statSync(file).size} bytes`);
    return `${pages} pages, ${stops} of the tabulator, ${hasPicture ? 'with a picture' : 'WITHOUT A PICTURE'}`;
  });
}

/** The values of a variable in the timeline, by the tooltips of its stretches, each once. */
const cells = (page, name) => page.locator('#cells .values text title').evaluateAll((all, start) => [...new Set(all.map((t) => t.textContent).filter((t) => t.startsWith(start)))], `${name} = `);

const field = (page, name) => page.locator(`#whatif-choices [data-variable="${name}"]`);
const said = (page) => text(page, '#whatif-said');

await test('what if, machine', ['why', 'examples/ac.smv'], async (page, file) => {
  await page.locator('#whatif').waitFor();
  assert.ok(await page.locator('#whatif-result').isHidden());
  const before = await cells(page, 's');
  assert.deepEqual(before, ['s = OFF', 's = IDLE', 's = ON']);
  // At 23 degrees t4 is not taken, and nothing goes wrong.
  await page.locator('#slider').fill('1');
  await field(page, 't').fill('23');
  assert.match(await said(page), /What if state 2 t = 23 \u2192 right_mode holds in these 3 states\./);
  assert.deepEqual(await cells(page, 's'), ['s = OFF', 's = IDLE']);
  assert.ok(await page.locator('#cells .cell.asked').count() === 1 && await page.locator('#cells .cell.other').count() >= 1);
  // A value that the model does not have changes nothing.
  await field(page, 't').fill('99');
  assert.match(await said(page), /expected an integer in 0\.\.40/);
  assert.deepEqual(await cells(page, 's'), ['s = OFF', 's = IDLE']);
  // Two changes, the second by keyboard alone: it is warm at once, and the mode is wrong at the end again.
  await page.locator('#slider').fill('0');
  await field(page, 't').fill('30');
  assert.match(await said(page), /state 1 t = 30/);
  await field(page, 'e').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('#whatif-reset').focus();
  assert.match(await said(page), /state 1 e = exit/);
  await page.keyboard.press('Enter');
  assert.ok(await page.locator('#whatif-result').isHidden());
  assert.deepEqual(await cells(page, 's'), before);
  await field(page, 't').fill('10');
  assert.match(await said(page), /state 1 t = 10 \u2192 right_mode fails at state 3/);
  // The copied run is one that the program explains.
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.locator('#whatif-copy').click();
  await page.locator('#whatif-copy', { hasText: 'Copied' }).waitFor();
  const trace = await page.evaluate(() => navigator.clipboard.readText());
  const copied = join(folder, 'changed.trace');
  writeFileSync(copied, trace);
  const told = await wherefore('why', 'examples/ac.smv', '--trace', copied);
  assert.match(told, /right_mode/);
  await prints(page);
  await fits(page);
  await isTame(page);
  // Changes belong to the run that they were made in.
  await page.locator('#next-class').click();
  await page.locator('#whatif').waitFor();
  assert.ok(await page.locator('#whatif-result').isHidden());
  await page.keyboard.press('p');
  assert.deepEqual(await cells(page, 's'), before);
  assert.ok(statSync(file).size < WHATIF_SIZE, `${statSync(file).size} bytes`);
  return 'played';
});

await test('what if, dataflow', ['why', 'examples/muv.lus'], async (page) => {
  await page.locator('#whatif').waitFor();
  await page.locator('#slider').fill('0');
  await field(page, 'active').selectOption('FALSE');
  assert.match(await said(page), /tick 1 active = FALSE \u2192 ok holds in these 2 ticks/);
  assert.deepEqual(await cells(page, 'ok'), ['ok = TRUE']);
  await page.locator('#whatif-reset').click();
  assert.ok((await cells(page, 'ok')).includes('ok = FALSE'));
  return 'played';
});

await test('what if, a run that ends', restricted(folder), async (page) => {
  await page.locator('#whatif').waitFor();
  await page.locator('#slider').fill('0');
  await field(page, 'go').selectOption('TRUE');
  await field(page, 'stop').selectOption('TRUE');
  assert.match(await said(page), /no run of the model begins so.*restricted\.smv:\d+/);
  assert.match(await said(page), /no other values do/);
  await page.locator('#whatif-reset').click();
  await page.locator('#slider').fill('1');
  await field(page, 'go').selectOption('TRUE');
  await field(page, 'stop').selectOption('TRUE');
  assert.match(await said(page), /the run ends before state 2/);
  return 'said';
});

await test('what if, without WebAssembly', ['why', 'examples/ac.smv'], async (page, file) => {
  const bare = await page.context().newPage();
  await bare.addInitScript(() => { Object.defineProperty(window, 'WebAssembly', { value: undefined }); });
  const wrong = [];
  bare.on('pageerror', (e) => wrong.push(e.message));
  await bare.goto(pathToFileURL(file).href);
  await bare.locator('#panel').waitFor();
  await bare.waitForTimeout(300);
  assert.deepEqual(wrong, []);
  assert.ok(await bare.locator('#whatif').isHidden());
  await walksClasses(bare);
  return 'as before';
});

for (const [title, words] of [['hostile graph', hostileGraph(folder)], ['hostile chart', hostileChart(folder)], ['long names', longNames(folder)]]) {
  await test(title, words, async (page) => {
    for (const item of await page.locator('#classes .class').all()) await item.click();
    for (const tab of await page.getByRole('tab').all()) await tab.click();
    await page.keyboard.press('0');
    await page.waitForTimeout(100);
    for (const box of (await page.locator('#world .box').all()).slice(0, 5)) await box.click({ force: true });
    await slides(page, false);
    await prints(page);
    await fits(page);
    await isTame(page);
    if (title === 'long names') assert.ok(await wrapsLines(page) > 0, 'no line is wrapped');
  });
}

await test('regions', ['why', 'examples/starvation.smv', '--max-classes', '12'], async (page) => {
  await drawsLanes(page, ['a', 'b']);
  await page.locator('#lanes-toggle').click();
  await isAccessible(page);
  return `${await prints(page)} pages`;
});

await test('long run', longRun(folder), async (page) => {
  assert.equal(await page.locator('#slider').getAttribute('max'), '999');
  const slide = await reaction(page, async (i) => {
    const slider = document.getElementById('slider');
    const start = performance.now();
    slider.value = String(100 * i + 37);
    slider.dispatchEvent(new Event('input'));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  });
  const scroll = await reaction(page, async (i) => {
    const start = performance.now();
    document.getElementById('grid').scrollTo(4000 * i, 300 * i);
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    return performance.now() - start;
  });
  assert.ok(slide < REACTS_IN && scroll < REACTS_IN, `slider ${slide} ms, scroll ${scroll} ms`);
  return `slider ${slide.toFixed(0)} ms, scroll ${scroll.toFixed(0)} ms`;
});

await test('diagram', ['why', 'crates/wherefore/tests/cli/diagram_tank.mdl'], async (page) => {
  const crumbs = () => page.locator('#crumbs li').allTextContents();
  const blocks = () => page.locator('#world .drawn').count();
  // A system is drawn anew when it is opened or left.
  const shows = (count) => page.waitForFunction((n) => document.querySelectorAll('#world .drawn').length === n, count);
  const block = (label) => page.locator('#world .drawn', { has: page.locator('text.under', { hasText: new RegExp(`^${label}$`) }) });
  assert.deepEqual([await crumbs(), await blocks()], [['diagram_tank'], 8]);
  assert.match(await block('Controller').getAttribute('aria-label'), /a system that opens, cause inside/);
  assert.match(await block('Drained').getAttribute('aria-label'), /fails/);
  const words = await page.locator('#world .badge text').allTextContents();
  assert.ok(['fails', 'cause', 'cause inside'].every((word) => words.includes(word)), words.join());
  // Values follow the step.
  await page.locator('#classes .class').last().click();
  const values = () => page.locator('#world .wire text.value').allTextContents();
  await page.keyboard.press('Home');
  const first = await values();
  await page.keyboard.press('End');
  assert.notDeepEqual(await values(), first);
  assert.ok(await page.locator('#world .wire.changed').count() > 0, 'no value is marked as changed');
  // Open by click, leave by the path; open by keys, leave by Backspace.
  await block('Controller').click();
  await shows(5);
  assert.deepEqual(await crumbs(), ['diagram_tank', 'Controller']);
  await page.locator('#crumbs button').first().click();
  await shows(8);
  await block('Controller').focus();
  await page.keyboard.press('Enter');
  await shows(5);
  await page.waitForFunction(() => document.activeElement.matches('#world .drawn'));
  await page.keyboard.press('Backspace');
  await shows(8);
  // What is told leads to its block.
  await page.locator('#panel .steps .link', { hasText: 'Controller/Delay' }).or(page.locator('#panel .steps .link', { hasText: 'Controller/Too high' })).or(page.locator('#panel .link', { hasText: 'Safe' })).first().click();
  await page.waitForFunction(() => /SID \d+/.test(document.querySelector('#picked').textContent));
  await page.locator('#diagram-toggle').click();
  assert.ok(await page.locator('#crumbs').isHidden() && await page.locator('#world .drawn').count() === 0);
  await page.locator('#diagram-toggle').click();
  const pages = await prints(page);
  await isTame(page);
  const stops = await worksByKeyboard(page);
  await isAccessible(page);
  return `${pages} pages, ${stops}`;
});

await test('large graph', largeGraph(folder), async (page) => {
  const boxes = await page.locator('#world .box').count();
  assert.ok(boxes > 10 && boxes <= MOST_BOXES, `${boxes} boxes`);
  assert.ok(await page.locator('#world .stub').count() > 0, 'no box says how many more follow');
  assert.match(await text(page, '#not-drawn'), /Not drawn: 1,\d\d\d states/);
  const seen = new Set();
  for (const item of await page.locator('#classes .class').all()) {
    await item.click();
    for (const key of ['Home', 'End']) {
      await page.keyboard.press(key);
      seen.add(await active(page));
    }
  }
  assert.ok(!seen.has(''), 'the run is not in the picture');
  await worksByKeyboard(page);
  const zoom = await reaction(page, async (i) => {
    const canvas = document.getElementById('canvas');
    const box = canvas.getBoundingClientRect();
    const start = performance.now();
    canvas.dispatchEvent(new WheelEvent('wheel', { deltaY: i % 2 ? 400 : -500, clientX: box.x + 200, clientY: box.y + 100, cancelable: true }));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));
    return performance.now() - start;
  });
  const slide = await reaction(page, async (i) => {
    const slider = document.getElementById('slider');
    const start = performance.now();
    slider.value = String(i % (Number(slider.max) + 1));
    slider.dispatchEvent(new Event('input'));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    return performance.now() - start;
  });
  assert.ok(zoom < REACTS_IN && slide < REACTS_IN, `zoom ${zoom} ms, slider ${slide} ms`);
  return `zoom ${zoom.toFixed(0)} ms, slider ${slide.toFixed(0)} ms, ${boxes} boxes`;
});

await chromium.close();
if (failures.length) {
  console.log(`wrong: ${failures.join(', ')}`);
  process.exit(1);
}
