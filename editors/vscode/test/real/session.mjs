// A session in a real VS Code: everything that the extension shows is looked at where a person sees it.
//
// node session.mjs        PICTURES: a folder for pictures; for the other variables see editor.mjs

import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Window, serve } from './editor.mjs';

const BROKEN = 'MODULE main\nVAR door : {open, shut};\nASSIGN init(door) := shut;\nINVARSPEC NAME safe := dor = shut;\n';
const { PICTURES } = process.env;

const begin = Date.now();
const editor = await serve(['ac.smv', 'muv.lus', 'blocks.lus', 'ac.scxml', 'airbag.oss'], { 'broken.smv': BROKEN });
const window = await Window.open(editor.url);
const { page } = window;
const wrong = [];
page.on('console', (said) => { if (said.type() === 'error' && /wherefore|extension host/i.test(said.text())) wrong.push(said.text()); });

async function picture(name) {
  if (!PICTURES) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Part of the session: what is shown by it, in one sentence. */
async function shows(sentence, part) {
  const start = Date.now();
  try {
    await part();
  } catch (error) {
    await picture('failed');
    throw new Error(`not shown: ${sentence}\n${wrong.join('\n')}`, { cause: error });
  }
  console.log(`${sentence} (${((Date.now() - start) / 1000).toFixed(1)} s)`);
}

const LENSES = 'check | why | fix';
const hasLenses = (words) => window.until(`a lens has "${words}"`, async () => (await window.lenses()).some((line) => line.includes(words)));

await shows('without the program, a message says how to name it', async () => {
  await window.file('ac.smv');
  const message = page.locator('.notification-toast', { hasText: 'Cannot start "wherefore"' });
  await message.waitFor();
  await message.getByRole('button', { name: 'Open Settings' }).waitFor();
  wrong.length = 0;
  editor.name();
});

await shows('with the program, the extension is active, and "check | why | fix" stands over a property', async () => {
  await hasLenses(LENSES);
  await window.command('Notifications: Clear All Notifications');
});

await shows('a mistake in a model is in the Problems panel, with its id, its place and help', async () => {
  await window.file('broken.smv');
  await window.command('View: Focus Problems');
  const row = page.locator('.markers-panel .monaco-list-row', { hasText: 'smv-undefined-name' });
  await row.waitFor();
  assert.match(await row.innerText(), /`dor`[\s\S]*Ln 4, Col 24[\s\S]*did you mean `door`/);
  await picture('problems');
  await window.command('View: Hide Panel');
  await window.command('View: Close Editor');
});

await shows('"why" opens the tree of ways, with the steps of the first; a step leads to its line', async () => {
  await window.file('ac.smv');
  await window.lens('why').click();
  await hasLenses('is violated in 4 ways (no others, proved)');
  const rows = window.pane('Ways to Fail');
  await rows.filter({ hasText: 'step 3: t4' }).waitFor();
  // Rows that are scrolled out of the view are not in the document.
  const first = rows.filter({ hasText: '1. ends in ON by t4, after t1' });
  assert.equal(await first.getAttribute('aria-setsize'), '4');
  await rows.filter({ hasText: 'step 3: t4' }).click();
  await window.until('the cursor is at the guard', async () => /Ln 23,/.test(await window.place()));
});

await shows('the lens with the verdict shows the page in a panel, and the page works there', async () => {
  await window.lens('is violated').click();
  const report = await window.webview('#panel');
  await report.locator('text=there is no other').first().waitFor();
  await report.locator('text=ac.smv:23').first().waitFor();
  await picture('why');
  await report.locator('text=ends in IDLE by t5, after t3').first().click();
  await report.locator('text=Way 2 of 4').waitFor();
  await page.locator('.tab', { hasText: 'Why: ac.smv' }).locator('.codicon-close').click();
});

await shows('Test Explorer lists the property, and a run of it fails', async () => {
  await window.command('Testing: Focus on Test Explorer View');
  const tests = window.pane('Test Explorer');
  await tests.filter({ hasText: 'ac.smv' }).first().click();
  await page.keyboard.press('ArrowRight');
  await tests.filter({ hasText: 'right_mode' }).waitFor();
  await window.command('Test: Run All Tests');
  await window.until('the property fails', async () => /right_mode \(Failed\)/.test(await label(tests.filter({ hasText: 'right_mode' }))));
  await picture('tests');
});

await shows('a way is stepped through in the debugger, forward and backward', async () => {
  await window.command('Wherefore: Focus on Ways to Fail View');
  const way = window.pane('Ways to Fail').filter({ hasText: '1. ends in ON by t4' });
  await way.hover();
  await way.locator('a.action-label').click();
  const stack = window.pane('Call Stack');
  await window.until('the run stands at its beginning', async () => (await stack.allInnerTexts()).join().includes('step 1 of 3'));
  await page.keyboard.press('F10');
  await window.until('the run is at its second step', async () => (await stack.allInnerTexts()).join().includes('step 2 of 3'));
  await page.locator('.debug-toolbar .codicon-debug-step-back').click();
  await window.until('the run is back', async () => !(await stack.allInnerTexts()).join().includes('step 2 of 3'));
  await picture('debugger');
  await page.keyboard.press('Shift+F5');
  await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  await window.command('View: Hide Panel');
});

await shows('a fix is a quick fix, and after it is applied the property holds', async () => {
  await window.file('ac.smv');
  await window.line(39, 40);
  await window.lens('fix').click();
  const offered = page.locator('.action-widget .monaco-list-row', { hasText: 'Fix right_mode (proved' });
  await window.until('a fix is offered', async () => {
    await page.keyboard.press('Control+.');
    await page.waitForTimeout(500);
    const count = await offered.count();
    if (!count) await page.keyboard.press('Escape');
    return count;
  });
  await picture('fix');
  await page.keyboard.press('Enter');
  await window.line(22);
  await window.until('the guards are mended', async () => /t4 :=.* t > 24;[\s\S]*t5 :=.* t <= 24;/.test(await window.text()));
  await window.line(39);
  await hasLenses(LENSES);
  await window.lens('check').click();
  await hasLenses('holds, proved');
});

for (const name of ['muv.lus', 'ac.scxml', 'airbag.oss']) {
  await shows(`${name} has lenses, and its ways are found`, async () => {
    await window.file(name);
    await hasLenses(LENSES);
    await window.command('Wherefore: Find Every Way in Which Properties Break');
    await hasLenses('is violated in');
    const rows = window.pane('Ways to Fail');
    await window.until('the tree has a step', async () => (await rows.allInnerTexts()).some((row) => /^step 1/.test(row)));
    await picture(name);
  });
}

assert.deepEqual(wrong, []);
console.log(`all is shown by a real VS Code, in ${Math.round((Date.now() - begin) / 1000)} s`);
await window.close();
editor.end();
process.exit(0);

/** What an element is called for those who hear it. */
async function label(row) {
  return (await row.first().getAttribute('aria-label')) ?? '';
}
