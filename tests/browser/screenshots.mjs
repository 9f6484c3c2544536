// Pictures of the five example reports, to be looked at: `WHEREFORE=path/to/wherefore node screenshots.mjs FOLDER`.
//
// Of each: light and dark at 1280 x 800, light at 900 and at 1600 pixels, the second tab, and the first page on paper.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { browser, examples, open, report, scratch } from './lib.mjs';

const target = process.argv[2];
if (!target) {
  console.log('usage: node screenshots.mjs FOLDER');
  process.exit(2);
}
mkdirSync(target, { recursive: true });
const folder = scratch();
const chromium = await browser();

async function shoot(file, name, { theme = 'light', width = 1280, height = 800, media = 'screen', prepare = null }) {
  const context = await chromium.newContext({ viewport: { width, height }, colorScheme: theme });
  const { page } = await open(context, file);
  if (prepare) await prepare(page);
  if (media === 'print') await page.emulateMedia({ media });
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.screenshot({ path: join(target, `${name}.png`), fullPage: width < 1000 && media === 'screen' });
  await context.close();
}

for (const [title, words] of Object.entries(await examples(folder))) {
  const file = await report(folder, title, words);
  await shoot(file, `${title}-light`, {});
  await shoot(file, `${title}-dark`, { theme: 'dark' });
  await shoot(file, `${title}-narrow`, { width: 900 });
  await shoot(file, `${title}-wide`, { width: 1600, height: 900 });
  await shoot(file, `${title}-suspects`, { prepare: (page) => page.locator('#tab-1').click() });
  await shoot(file, `${title}-print`, { width: 800, height: 1100, media: 'print' });
  console.log(`${title}: ${words.join(' ')}`);
}
await chromium.close();
