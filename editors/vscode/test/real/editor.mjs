// A real VS Code, served to a browser by code-server, with the packed extension in it: what the tests say to it and see of it.
//
// .ci/vscode installs what it needs. VSIX is the packed extension, WHEREFORE the program, CHROMIUM the browser (default: that of Debian).

import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = resolve(HERE, '../../../..');
const { VSIX, WHEREFORE, CHROMIUM = '/usr/bin/chromium' } = process.env;
const ENTRY = join(HERE, 'node_modules/code-server/out/node/entry.js');
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

/** Nothing that moves, that asks, or that comes from elsewhere. */
const SETTINGS = {
  'workbench.startupEditor': 'none', 'workbench.colorTheme': 'Default Light Modern', 'workbench.tips.enabled': false, 'workbench.enableExperiments': false,
  'window.commandCenter': false, 'workbench.layoutControl.enabled': false, 'chat.commandCenter.enabled': false, 'editor.minimap.enabled': false,
  'editor.lightbulb.enabled': 'on', 'extensions.autoUpdate': false, 'extensions.autoCheckUpdates': false, 'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off', 'git.enabled': false, 'telemetry.telemetryLevel': 'off', 'update.mode': 'none', 'testing.automaticallyOpenTestResults': 'neverOpen',
};

/** A port that nobody listens at. */
function freePort() {
  return new Promise((done, failed) => {
    const server = createServer();
    server.on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => done(port));
    });
  });
}

/** A folder with examples and with texts of the test, the extension installed, and an editor that serves it. */
export async function serve(examples, texts) {
  const home = mkdtempSync(join(tmpdir(), 'wherefore-vscode-'));
  process.on('exit', () => rmSync(home, { recursive: true, force: true }));
  const models = join(home, 'models');
  for (const folder of [models, join(home, 'data/User'), join(home, 'data/Machine')]) mkdirSync(folder, { recursive: true });
  for (const name of examples) copyFileSync(join(ROOT, 'examples', name), join(models, name));
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(models, name), text);
  writeFileSync(join(home, 'data/User/settings.json'), JSON.stringify(SETTINGS));

  const env = { ...process.env, HOME: home };
  delete env.VSCODE_IPC_HOOK_CLI;
  const folders = ['--user-data-dir', join(home, 'data'), '--extensions-dir', join(home, 'extensions')];
  const installed = spawnSync(process.execPath, [ENTRY, ...folders, '--install-extension', resolve(VSIX)], { env, encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`the extension cannot be installed: ${installed.stdout}${installed.stderr}`);

  const port = await freePort();
  const quiet = ['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust', '--disable-getting-started-override'];
  const server = spawn(process.execPath, [ENTRY, ...folders, ...quiet, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`], { env });
  process.on('exit', () => server.kill());
  let said = '';
  await new Promise((done, failed) => {
    const hear = (words) => {
      said += words;
      if (said.includes('HTTP server listening')) done();
    };
    server.stdout.on('data', hear);
    server.stderr.on('data', hear);
    server.on('exit', () => failed(new Error(`code-server ended: ${said}`)));
  });
  // The program is named by a setting of the machine, as its kind wants.
  const name = () => writeFileSync(join(home, 'data/Machine/settings.json'), JSON.stringify({ 'wherefore.program': resolve(WHEREFORE) }));
  return { models, name, url: `http://127.0.0.1:${port}/?folder=${models}`, end: () => server.kill() };
}

/** The window of the editor, as a person uses it. */
export class Window {
  constructor(page) {
    this.page = page;
  }

  static async open(url, { width = 1400, height = 900 } = {}) {
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
    const context = await browser.newContext({ viewport: { width, height } });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    await page.goto(url);
    await page.locator('.explorer-viewlet .monaco-list-row').first().waitFor();
    const window = new Window(page);
    window.close = () => browser.close();
    return window;
  }

  /** Opens a file of the folder, as a click on its name does. */
  async file(name) {
    await this.command('View: Show Explorer');
    await this.page.locator('.explorer-viewlet .monaco-list-row', { hasText: name }).dblclick();
    await this.page.locator('.editor-group-container.active .tab.active', { hasText: name }).waitFor();
  }

  /** A command by its title. */
  async command(title) {
    const { page } = this;
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input').fill(`>${title}`);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Puts the cursor on a line of the text. */
  async line(number, column = 1) {
    const { page } = this;
    await page.keyboard.press('Control+g');
    await page.locator('.quick-input-widget input').fill(`:${number}:${column}`);
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** What stands over the properties that are in view. */
  async lenses() {
    const lines = await this.page.locator('.codelens-decoration').allTextContents();
    return lines.map((line) => line.replaceAll('\u00a0', ' '));
  }

  /** A word over a property. */
  lens(title) {
    return this.page.locator('.codelens-decoration a').filter({ hasText: title });
  }

  /** The rows of a part of the side bar. */
  pane(title) {
    return this.page.locator('.pane').filter({ has: this.page.locator(`.pane-header[aria-label^="${title}" i]`) }).locator('.monaco-list-row');
  }

  /** The line and the column at which the cursor is. */
  async place() {
    return this.page.locator('[id="status.editor.selection"]').innerText();
  }

  /** Fulfilled as soon as a condition is. */
  async until(words, condition) {
    const end = Date.now() + 30_000;
    for (;;) {
      if (await condition()) return;
      if (Date.now() > end) throw new Error(`in 30 seconds it did not come to this: ${words}`);
      await this.page.waitForTimeout(100);
    }
  }

  /** The text in the editor, as it is shown. */
  async text() {
    const lines = await this.page.locator('.editor-group-container.active .view-line').allTextContents();
    return lines.join('\n').replaceAll('\u00a0', ' ');
  }

  /** The document inside of a webview. */
  async webview(selector) {
    let found;
    await this.until(`a webview has ${selector}`, async () => {
      for (const frame of this.page.frames()) {
        if (frame !== this.page.mainFrame() && await frame.locator(selector).count().catch(() => 0)) found = frame;
      }
      return found;
    });
    return found;
  }
}
