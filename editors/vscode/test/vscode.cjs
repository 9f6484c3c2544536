// A stand-in for the API of VS Code: what the extension uses of it, and what it was told.
// It shows that the extension says the right things; that VS Code shows them is tried in the folder `real`.

const told = { commands: new Map(), trees: new Map(), panels: [], controllers: [], factories: new Map(), sessions: [], messages: [], revealed: [], documents: [] };

class Collection {
  constructor() { this.map = new Map(); }
  add(item) { this.map.set(item.id, item); }
  get(id) { return this.map.get(id); }
  delete(id) { this.map.delete(id); }
  get size() { return this.map.size; }
  forEach(visit) { this.map.forEach(item => visit(item)); }
  [Symbol.iterator]() { return this.map[Symbol.iterator](); }
}

const uri = text => ({ toString: () => text, path: text.replace(/^file:\/\//, ''), fsPath: text.replace(/^file:\/\//, '') });

module.exports = {
  told,
  uri,
  EventEmitter: class { constructor() { this.event = () => ({}); } fire() { this.fired = (this.fired ?? 0) + 1; } },
  TreeItem: class { constructor(label, state) { this.label = label; this.collapsibleState = state; } },
  TreeItemCollapsibleState: { None: 0, Collapsed: 1, Expanded: 2 },
  ThemeIcon: class { constructor(id) { this.id = id; } },
  Range: class { constructor(...numbers) { this.numbers = numbers; } },
  Location: class { constructor(at, range) { this.uri = at; this.range = range; } },
  TestMessage: class { constructor(message) { this.message = message; } },
  TestRunProfileKind: { Run: 1 },
  DebugAdapterExecutable: class { constructor(command, args) { this.command = command; this.args = args; } },
  ViewColumn: { Beside: -2 },
  Uri: { parse: uri },
  languages: { match: () => 1 },
  commands: {
    registerCommand: (name, run) => { told.commands.set(name, run); return {}; },
    executeCommand: (name, ...args) => told.commands.get(name)?.(...args),
  },
  window: {
    activeTextEditor: undefined,
    visibleTextEditors: [],
    createTreeView: (name, { treeDataProvider }) => {
      told.trees.set(name, treeDataProvider);
      return { onDidChangeSelection: heard => { told.select = heard; }, reveal: async node => { told.revealed.push(node); }, dispose: () => {} };
    },
    createWebviewPanel: (kind, title) => {
      const panel = { kind, title, shown: 0, webview: { html: '' }, reveal: () => { panel.shown += 1; }, onDidDispose: heard => { panel.close = heard; } };
      told.panels.push(panel);
      return panel;
    },
    showInformationMessage: text => { told.messages.push(text); return Promise.resolve(); },
    showErrorMessage: text => { told.messages.push(text); return Promise.resolve(); },
    showTextDocument: (at, options) => { told.documents.push([at.toString(), options]); return Promise.resolve(); },
  },
  workspace: {
    onDidChangeConfiguration: heard => { told.configured = heard; return {}; },
    getConfiguration: () => ({ get: (_, otherwise) => otherwise }),
    textDocuments: [],
    onDidOpenTextDocument: () => ({}),
    onDidChangeTextDocument: () => ({}),
    onDidCloseTextDocument: () => ({}),
  },
  tests: {
    createTestController: id => {
      const controller = {
        id, items: new Collection(), profiles: new Map(), runs: [],
        createTestItem: (itemId, label, at) => ({ id: itemId, label, uri: at, children: new Collection() }),
        createRunProfile: (label, _, run) => controller.profiles.set(label, run),
        createTestRun: () => {
          const run = { results: [], ended: false };
          for (const word of ['started', 'passed', 'failed', 'errored', 'skipped']) {
            run[word] = (item, message) => run.results.push([word, item.label, message?.message]);
          }
          run.end = () => { run.ended = true; };
          controller.runs.push(run);
          return run;
        },
        stale: [],
        invalidateTestResults: item => controller.stale.push(item.id),
        dispose: () => {},
      };
      told.controllers.push(controller);
      return controller;
    },
  },
  debug: {
    activeDebugSession: undefined,
    registerDebugAdapterDescriptorFactory: (kind, factory) => { told.factories.set(kind, factory); return {}; },
    startDebugging: (_, configuration) => { told.sessions.push(configuration); return Promise.resolve(true); },
  },
};
