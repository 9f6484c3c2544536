// What tests and screenshots share: the program that makes reports, and the browser that opens them.
//
// WHEREFORE is the program (default: target/debug/wherefore of this checkout), CHROMIUM the browser (default: that of Debian).

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const PROGRAM = resolve(process.env.WHEREFORE || join(ROOT, 'target/debug/wherefore'));
const BROWSER = process.env.CHROMIUM || '/usr/bin/chromium';
const FLAGS = [
  '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync',
];

/** A folder that is removed at the end. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), 'wherefore-browser-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs the program; a report is made whether the property holds or not. */
export function wherefore(...words) {
  return new Promise((done, failed) => {
    execFile(PROGRAM, [...words, '--quiet'], { cwd: ROOT, maxBuffer: 1 << 28 }, (error, out, said) => {
      if (error && error.code !== 1) failed(new Error(`wherefore ${words.join(' ').slice(0, 300)}: ${error.code}\n${said}`));
      else done(out);
    });
  });
}

/** A browser with a profile of its own. */
export async function browser() {
  return chromium.launch({ executablePath: BROWSER, args: FLAGS });
}

/** The five examples, one for each lens: how each report is made. */
export async function examples(folder) {
  const mutant = join(folder, 'turn_indicator_wrong.scxml');
  await wherefore('mutate', 'examples/equivalence/turn_indicator.scxml', '--only', '9', '-o', mutant);
  return {
    machine: ['why', 'examples/ac2_a.smv'],
    dataflow: ['why', 'examples/muv.lus'],
    contracts: ['why', 'examples/airbag.oss'],
    lts: ['why', 'examples/resend.aut', '-p', 'examples/resend.mcl'],
    equivalence: ['diff', 'examples/equivalence/turn_indicator.scxml', mutant],
  };
}

/** Makes a report and gives its file. */
export async function report(folder, name, words) {
  const file = join(folder, `${name}.html`);
  await wherefore(...words, '--format', 'html', '-o', file);
  return file;
}

/** Opens a report and notes everything that should not happen. */
export async function open(context, file, hash = '') {
  const page = await context.newPage();
  const wrong = [];
  page.on('console', (m) => { if (m.type() === 'error' || m.type() === 'warning') wrong.push(`console: ${m.text()}`); });
  page.on('pageerror', (e) => wrong.push(`error: ${e.message}`));
  page.on('dialog', (d) => { wrong.push(`dialog: ${d.message()}`); d.dismiss(); });
  page.on('request', (r) => { if (!/^(file|data):/.test(r.url())) wrong.push(`request: ${r.url()}`); });
  const start = performance.now();
  await page.goto(pathToFileURL(file).href + hash);
  await page.locator('#panel').waitFor();
  return { page, wrong, milliseconds: performance.now() - start };
}
