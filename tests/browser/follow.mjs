// What follows the selection: the address, the nearest passing run beside the failing one, the source, the lanes.

import assert from 'node:assert/strict';
import { pathToFileURL } from 'node:url';

const current = (page) => page.locator('#classes .class.current').getAttribute('data-way');
const hash = (page) => page.evaluate(() => location.hash);

/** The ids of the ways that the page shows, as JSON has them. */
function ids(page) {
  return page.evaluate(() => {
    const { report } = JSON.parse(document.getElementById('data').textContent);
    const found = report.differences || report.properties.find((p) => (p.classes || []).length).classes;
    return found.map((c) => c.id);
  });
}

/** Links by id open their way at their step; the address follows; what is unknown is said. */
export async function keepsAddress(page, context, file) {
  const known = await ids(page);
  await page.locator('#classes .class').last().click();
  await page.locator('#step-back').click();
  await page.waitForTimeout(300);
  const label = await page.locator('#step-label').textContent();
  const number = /(\d+) of/.exec(label)[1];
  const address = await hash(page);
  assert.equal(address, `#${known[known.length - 1]}/${number}`);
  const visit = async (tail, body) => {
    const other = await context.newPage();
    await other.goto(pathToFileURL(file).href + tail);
    await other.locator('#panel').waitFor();
    await body(other);
    await other.close();
  };
  const word = (other) => other.locator('#address-word').textContent();
  await visit(address, async (other) => {
    assert.equal(await current(other), String(known.length - 1));
    assert.equal(await other.locator('#step-label').textContent(), label);
    assert.equal(await word(other), '');
    await other.evaluate((id) => { location.hash = `#${id}`; }, known[0]);
    await other.waitForTimeout(100);
    assert.equal(await current(other), '0');
  });
  await visit('#nobody%3Cimg%3E', async (other) => {
    assert.equal(await current(other), '0');
    assert.match(await word(other), /no way with the id nobody<img>/);
    await other.keyboard.press('Home');
    assert.equal(await word(other), '');
  });
  await visit(`#${known[0]}/99999`, async (other) => assert.match(await word(other), /has no \w+ 99999/));
  await page.locator('#classes .class').first().click();
}

/** The nearest passing run stands beside the failing one: its choices are said and marked, and nothing else is marked that is the same. */
export async function comparesRuns(page) {
  const known = await page.evaluate(() => {
    const { report } = JSON.parse(document.getElementById('data').textContent);
    const ways = report.differences || report.properties.find((p) => (p.classes || []).length).classes;
    const nearest = report.differences ? ways[0].nearest : ways[0].explanation.nearest;
    return nearest ? nearest.differs.length : 0;
  });
  await page.locator('#classes .class').first().click();
  const beside = page.locator('#panel .beside');
  assert.equal(await beside.count(), known ? 1 : 0);
  if (!known) return;
  assert.ok(await beside.locator('.tag', { hasText: 'choice' }).count() >= 1, 'no choice is marked');
  const rows = await beside.locator('tbody tr:not(.same)').all();
  for (const row of rows) {
    const [fails, passes] = await row.locator('td:not(:first-child)').all();
    const lines = async (side) => (await side.locator('.cell-differs').allTextContents()).map((t) => t.replace(/^\u2260 |choice$/g, ''));
    const [left, right] = [await lines(fails), await lines(passes)];
    assert.equal(left.length, right.length);
    left.forEach((line, i) => {
      assert.equal(line.split(' ')[0], right[i].split(' ')[0]);
      assert.notEqual(line, right[i]);
    });
  }
  assert.match(await page.locator('#panel').textContent(), /would have to be another: at /);
}

/** The source goes with the step: what is taken in it is marked and in sight; long lines are wrapped. Gives the number of such steps. */
export async function sourceFollows(page) {
  if (!await page.locator('#lines').isVisible()) return 0;
  await page.locator('#classes .class').first().click();
  const last = Number(await page.locator('#slider').getAttribute('max'));
  let followed = 0;
  for (let tick = 0; tick <= last; tick += 1) {
    await page.locator('#slider').fill(String(tick));
    const marks = await page.evaluate(() => {
      const frame = document.getElementById('lines').getBoundingClientRect();
      const inside = (e) => { const box = e.getBoundingClientRect(); return box.bottom > frame.top && box.top < frame.bottom; };
      const marked = Array.from(document.querySelectorAll('#code .m-taken'));
      return { marked: marked.length, seen: marked.filter(inside).length, signs: Array.from(document.querySelectorAll('#code .sign')).filter((e) => inside(e) && /[\u25B8!]/.test(e.textContent)).length };
    });
    if (!marks.marked) continue;
    followed += 1;
    assert.ok(marks.seen > 0, `what is taken at step ${tick} is not in sight`);
    assert.ok(marks.signs > 0, `step ${tick} has no sign beside the line`);
  }
  const overflow = await page.evaluate(() => { const lines = document.getElementById('lines'); return lines.scrollWidth - lines.clientWidth; });
  assert.ok(overflow <= 0, `source lines are ${overflow} pixels too long`);
  return followed;
}

/** Lines that are wrapped have the height that was reckoned: the last line of a file is where the scrolled part ends. */
export async function wrapsLines(page) {
  const found = await page.evaluate(async () => {
    const lines = document.getElementById('lines');
    lines.scrollTop = lines.scrollHeight;
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const all = Array.from(document.querySelectorAll('#code li'), (e) => e.getBoundingClientRect());
    const wrapped = all.filter((b) => b.height > 20).length;
    return { wrapped, gap: Math.abs(lines.getBoundingClientRect().bottom - all[all.length - 1].bottom) };
  });
  assert.ok(found.gap < 60, `the end of the source is ${found.gap} pixels off`);
  return found.wrapped;
}

/** A model of several regions has a lane for each: every step a row, what is taken in its lane, the selected step marked. */
export async function drawsLanes(page, expected) {
  await page.locator('#lanes-toggle').click();
  const titles = await page.locator('#lanes thead th').allTextContents();
  for (const lane of expected) assert.ok(titles.includes(lane), `no lane ${lane} in ${titles}`);
  const last = Number(await page.locator('#slider').getAttribute('max'));
  assert.equal(await page.locator('#lanes tbody tr').count(), last + 1);
  await page.locator('#slider').fill('1');
  assert.equal(await page.locator('#lanes tr.now').getAttribute('data-tick'), '1');
  const tags = await page.locator('#lanes tr.now .tag').allTextContents();
  const words = await page.locator('#step-words .tag').textContent();
  assert.ok(tags.length > 0);
  for (const tag of tags) assert.ok(words.includes(tag), `${tag} is not taken: ${words}`);
  await page.locator('#lanes tbody .step').last().click();
  assert.equal(await page.locator('#slider').inputValue(), String(last));
  await page.locator('#lanes-toggle').click();
  assert.ok(await page.locator('#canvas').isVisible());
}
