// The extension, with a stand-in for VS Code and for the language server.

const assert = require('node:assert');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const test = require('node:test');
const vscode = require('./vscode.cjs');

const range = { start: { line: 3, character: 1 }, end: { line: 3, character: 9 } };
const step = (element, values, changed) => ({ element, values, changed, places: [{ uri: 'file:///m.smv', range }] });
const way = { id: '0dab', title: 'ends in open', noReturn: 1, steps: [step(null, { s: 'shut', n: 0 }, []), step('t1', { s: 'open', n: 0 }, ['s'])] };
const found = [
  { name: 'safe', verdict: 'violated', words: 'is violated in 1 way', complete: true, ways: [way] },
  { name: 'live', verdict: 'undetermined', words: 'is undetermined: time limit', complete: false, ways: [] },
  { name: 'calm', verdict: 'holds', words: 'holds, proved', complete: false, ways: [] },
  { name: 'idle', verdict: 'vacuous', words: 'holds and says nothing', complete: false, ways: [] },
];

const asked = [];
const answers = {
  'wherefore/ways': { properties: found },
  'wherefore/properties': { properties: [...found.map(({ name }) => ({ name, kind: 'invariant', range })), { name: 'gone', kind: 'ltl', range }] },
  'wherefore/page': { html: '<html>report</html>' },
  'workspace/executeCommand': { properties: found },
};

class LanguageClient {
  constructor(id, name, server, options) {
    if (options) Object.assign(LanguageClient, { server, options });
  }
  start() { LanguageClient.started = (LanguageClient.started ?? 0) + 1; return Promise.resolve(); }
  stop() { LanguageClient.stopped = true; return Promise.resolve(); }
  sendRequest(method, params) {
    asked.push([method, params]);
    return params?.arguments?.[1] === 'gone' ? Promise.reject(new Error('the text has errors')) : Promise.resolve(answers[method] ?? null);
  }
}

let isInstalled = true;
const execFile = (program, words, done) => done(isInstalled ? null : new Error('ENOENT'));
const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === 'vscode') return vscode;
  if (name === 'vscode-languageclient/node') return { LanguageClient };
  if (name === 'node:child_process') return { execFile };
  return load(name, ...rest);
};
const extension = require('../out/extension.js');
const { told } = vscode;
const uri = 'file:///m.smv';

test.before(() => extension.activate({ subscriptions: [] }));

test('the program serves as language server and as debug adapter', () => {
  assert.deepStrictEqual(LanguageClient.server.run, { command: 'wherefore', args: ['lsp'] });
  const adapter = told.factories.get('wherefore').createDebugAdapterDescriptor();
  assert.deepStrictEqual([adapter.command, adapter.args], ['wherefore', ['dap']]);
});

test('every command of the manifest is there, and none else can be asked for', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(__dirname, '../package.json'), 'utf8'));
  for (const { command } of manifest.contributes.commands) assert.ok(told.commands.has(command), command);
  for (const { path: file } of manifest.contributes.grammars) assert.ok(fs.existsSync(path.join(__dirname, '..', file)), file);
});

test('only a property that holds passes', async () => {
  const [controller] = told.controllers;
  const { Explorer } = require('../out/explorer.js');
  const server = { request: (method, params) => new LanguageClient().sendRequest(method, params) };
  const shown = [];
  const explorer = new Explorer(server, async at => { shown.push(at); });
  await explorer.list(vscode.uri(uri));
  const own = told.controllers.at(-1);
  assert.notStrictEqual(own, controller);
  await own.profiles.get('Check')({}, { isCancellationRequested: false });
  const [run] = own.runs;
  const results = run.results.filter(([word]) => word !== 'started').map(([word, name]) => `${name} ${word}`);
  assert.deepStrictEqual(results, ['safe failed', 'live errored', 'calm passed', 'idle errored', 'gone errored']);
  assert.ok(run.ended && shown.length === 4);
  assert.match(run.results.find(([word]) => word === 'failed')[2], /safe is violated in 1 way/);
  explorer.changed(vscode.uri(uri));
  assert.deepStrictEqual(own.stale, [uri]);
  await own.profiles.get('Why')({}, { isCancellationRequested: true });
  assert.ok(own.runs[1].results.every(([word]) => word === 'skipped'));
});

test('ways are a tree that leads to lines and to the debugger', async () => {
  const tree = told.trees.get('wherefore.ways');
  await tree.refresh(uri);
  const properties = tree.getChildren();
  assert.deepStrictEqual(properties.map(node => tree.getTreeItem(node).iconPath.id), ['error', 'question', 'pass', 'warning']);
  const [node] = tree.getChildren(properties[0]);
  assert.strictEqual(tree.getTreeItem(node).label, '1. ends in open');
  const steps = tree.getChildren(node).map(child => tree.getTreeItem(child));
  assert.deepStrictEqual(steps.map(item => item.label), ['step 1', 'step 2: t1']);
  assert.strictEqual(steps[1].description, 'point of no return  s = open');
  assert.deepStrictEqual(steps[1].command.arguments[0].range, range);
  assert.strictEqual(tree.getParent(tree.getChildren(node)[1]), node);
  asked.length = 0;
  told.select({ selection: [tree.getChildren(node)[1]] });
  told.select({ selection: [properties[0]] });
  assert.deepStrictEqual(asked, [['wherefore/select', { uri, property: 0, way: 0 }]]);
  await told.commands.get('wherefore.debugWay')(node);
  const { type, program, property, way: number } = told.sessions[0];
  assert.deepStrictEqual([type, program, property, number], ['wherefore', '/m.smv', 'safe', 1]);
});

test('the report is shown as the program writes it, in one panel for each text', async () => {
  const showPage = told.commands.get('wherefore.showPage');
  await showPage(uri);
  answers['wherefore/page'] = { html: '<html>another</html>' };
  await showPage(uri);
  assert.deepStrictEqual(told.panels.map(({ shown, webview }) => [shown, webview.html]), [[2, '<html>another</html>']]);
  told.panels[0].close();
  await showPage(uri);
  assert.strictEqual(told.panels.length, 2);
  answers['wherefore/page'] = { html: null };
  await showPage(uri);
  assert.match(told.messages[0], /no report yet/);
});

test('a place is shown where its text is open', async () => {
  vscode.window.visibleTextEditors.push({ document: { uri: vscode.uri(uri) }, viewColumn: 3 });
  await told.commands.get('wherefore.showPlace')({ uri, range });
  const [[at, options]] = told.documents;
  assert.deepStrictEqual([at, options.viewColumn], [uri, 3]);
});

test('what a command found is shown at once', async () => {
  asked.length = 0;
  const answer = await LanguageClient.options.middleware.executeCommand('wherefore.why', [uri], async () => 7);
  assert.strictEqual(answer, 7);
  assert.deepStrictEqual(asked.map(([method]) => method), ['wherefore/ways', 'wherefore/page']);
  assert.deepStrictEqual(told.revealed.map(node => node.way.id), ['0dab']);
});

test('a program that is not there is asked for, and started when the setting names one', async () => {
  const change = { affectsConfiguration: section => section === 'wherefore' };
  isInstalled = false;
  await told.configured(change);
  assert.match(told.messages.at(-1), /Cannot start "wherefore"/);
  const before = LanguageClient.started;
  await told.commands.get('wherefore.whyAll')();
  isInstalled = true;
  await told.configured(change);
  assert.strictEqual(LanguageClient.started, before + 1);
});

test('the server is stopped at the end', async () => {
  await extension.deactivate();
  assert.ok(LanguageClient.stopped);
});
