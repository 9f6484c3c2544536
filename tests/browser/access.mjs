// What everybody needs of a page: no violation that axe-core finds, and everything within reach of the keyboard.

import assert from 'node:assert/strict';
import { createRequire } from 'node:module';

const AXE = createRequire(import.meta.url)('axe-core').source;

/** No violation of axe-core: light and dark, wide and narrow, both tabs, everything unfolded. */
export async function isAccessible(page) {
  await page.evaluate(AXE);
  const tabs = await page.getByRole('tab').count();
  for (const [colorScheme, width] of [['light', 1280], ['dark', 1280], ['light', 480], ['dark', 480]]) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    for (let tab = 0; tab < Math.max(tabs, 1); tab += 1) {
      if (tabs) await page.locator(`#tab-${tab}`).click();
      await page.evaluate(() => document.querySelectorAll('details').forEach((d) => { d.open = true; }));
      const found = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'] }));
      const words = found.violations.map((v) => `${v.id} at ${v.nodes.map((n) => n.target.join(' ')).slice(0, 3).join(', ')}`);
      assert.deepEqual(words, [], `${colorScheme}, ${width} pixels, tab ${tab}`);
    }
  }
  await page.evaluate(() => document.querySelectorAll('.remarks, .first-fix details').forEach((d) => { d.open = false; }));
  if (tabs) await page.locator('#tab-0').click();
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 800 });
}

/** What has the focus: a word for it, and whether that can be seen. */
function focused() {
  const item = document.activeElement;
  if (!item || item === document.body) return null;
  const style = getComputedStyle(item);
  const rect = item.matches('.box') ? getComputedStyle(item.querySelector('.shape, rect')) : null;
  const isSeen = rect ? parseFloat(rect.strokeWidth) >= 4 : style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0;
  const box = item.getBoundingClientRect();
  const kinds = { '.class': 'way', '.property': 'property', '[role=tab]': 'tab', '.box': 'box', '.step': 'step', '#slider': 'slider', '#grid': 'grid', '#lines': 'source', '.first-fix summary': 'fix', '#variable-filter': 'filter' };
  const kind = Object.keys(kinds).find((k) => item.matches(k));
  return { kind: kind ? kinds[kind] : item.tagName, isSeen: isSeen && box.width > 0, html: item.outerHTML.slice(0, 120) };
}

/** Everything is reached by Tab and shows it; ways, steps, boxes, tabs and fixes are used without a mouse. */
export async function worksByKeyboard(page) {
  await page.locator('.skip').focus();
  const stops = [];
  for (let i = 0; i < 400; i += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(focused);
    if (!stop) break;
    stops.push(stop);
  }
  assert.deepEqual(stops.filter((s) => !s.isSeen), [], 'focus that cannot be seen');
  const kinds = new Set(stops.map((s) => s.kind));
  const isThere = async (selector) => (await page.locator(selector).filter({ visible: true }).count()) > 0;
  const wanted = { way: '#classes .class', property: '#properties .property', tab: '[role=tab]', box: '#world .box', step: '#panel .step', fix: '.first-fix summary', source: '#lines', slider: '#slider', grid: '#grid', filter: '#variable-filter' };
  for (const [kind, selector] of Object.entries(wanted)) {
    if (await isThere(selector)) assert.ok(kinds.has(kind), `Tab does not reach a ${kind}`);
  }
  assert.equal(stops.filter((s) => s.kind === 'way').length, await page.locator('#classes .class').count());
  await usesWays(page);
  await usesTabs(page);
  if (await isThere('#world .box')) await usesBoxes(page);
  if (await isThere('.first-fix summary')) {
    await page.locator('.first-fix summary').first().focus();
    await page.keyboard.press('Enter');
    assert.ok(await page.locator('.first-fix pre').first().isVisible(), 'the patch does not open');
    await page.keyboard.press('Enter');
  }
  return `${stops.length} stops`;
}

async function usesWays(page) {
  const last = page.locator('#classes .class').last();
  await last.focus();
  await page.keyboard.press('Enter');
  assert.ok(await last.evaluate((e) => e.classList.contains('current')));
  await page.evaluate(() => document.querySelectorAll('#panel details').forEach((d) => { d.open = true; }));
  const step = page.locator('#panel .step').filter({ visible: true }).first();
  await step.focus();
  await page.keyboard.press('Enter');
  assert.ok(await step.evaluate((e) => e.classList.contains('current')), 'a step is not selected');
  const first = page.locator('#classes .class').first();
  await first.focus();
  await page.keyboard.press('Enter');
}

async function usesTabs(page) {
  await page.locator('#tab-0').focus();
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'tab-1');
  assert.equal(await page.locator('#tab-1').getAttribute('aria-selected'), 'true');
  await page.keyboard.press('Home');
  assert.equal(await page.locator('#tab-0').getAttribute('aria-selected'), 'true');
}

/** Every box is reached from the first, and arrow keys do not change the step there. */
async function usesBoxes(page) {
  const label = await page.locator('#step-label').textContent();
  await page.locator('#world .box[tabindex="0"]').focus();
  await page.keyboard.press('Home');
  const at = () => page.evaluate(() => Number((document.activeElement.closest('[data-box]') || { dataset: { box: -1 } }).dataset.box));
  const all = await page.locator('#world .box').count();
  const seen = new Set([await at()]);
  for (let i = 0; i < Math.min(all, 150); i += 1) {
    await page.keyboard.press('PageDown');
    seen.add(await at());
  }
  assert.equal(seen.size, Math.min(all, 151), 'boxes that Page down does not reach');
  await page.keyboard.press('Home');
  const moved = [];
  for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']) {
    await page.keyboard.press(key);
    moved.push(await at());
  }
  if (all > 1) assert.ok(moved.some((b) => b !== 0), 'arrow keys do not move');
  assert.ok(!moved.includes(-1), 'arrow keys leave the picture');
  await page.keyboard.press('Enter');
  assert.ok((await page.locator('#picked').textContent()).length > 0, 'Enter does not pick a box');
  assert.equal(await page.locator('#step-label').textContent(), label);
}
