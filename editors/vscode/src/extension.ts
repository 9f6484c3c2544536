// Wherefore in VS Code: a language server, properties as tests, ways as a tree, the report as a panel, and a debugger.
// All of it is shown by the editor and answered by the program; nothing about models is known here.

import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { Explorer } from './explorer';
import { Pages } from './page';
import { Place, Server } from './protocol';
import { WayNode, Ways } from './ways';

let client: LanguageClient | undefined;

const SELECTOR = [
  ...['smv', 'lustre', 'oss', 'mcl'].map(language => ({ language })),
  { scheme: 'file', pattern: '**/*.scxml' },
  { scheme: 'file', pattern: '**/*.json' },
];

/** How long to wait after a change before properties are listed anew, in milliseconds. */
const PAUSE = 500;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const server: Server = {
    request: (method, params) => client ? client.sendRequest(method, params) : Promise.reject(new Error('The program wherefore is not running.')),
  };
  const [ways, pages] = [new Ways(server), new Pages(server)];
  const show = async (uri: string, property?: string) => {
    await ways.refresh(uri, property);
    await pages.refresh(uri);
  };
  const explorer = new Explorer(server, show);
  // One after the other: settings may change again while the server starts.
  let begun: Promise<void> = Promise.resolve();
  const begin = () => begun = begun.then(async () => {
    await stop();
    await start(ways, show);
    await list(explorer);
  }).catch(error => void vscode.window.showErrorMessage(`Wherefore: ${error instanceof Error ? error.message : String(error)}`));
  const current = () => vscode.window.activeTextEditor?.document.uri.toString() ?? ways.uri;
  const all = (name: string, command: string) =>
    vscode.commands.registerCommand(name, () => client ? vscode.commands.executeCommand(command, current()) : missing());
  context.subscriptions.push(
    explorer,
    ways,
    all('wherefore.checkAll', 'wherefore.check'),
    all('wherefore.whyAll', 'wherefore.why'),
    all('wherefore.fixAll', 'wherefore.fix'),
    vscode.commands.registerCommand('wherefore.showPage', (uri?: string) => pages.show(uri ?? current())),
    vscode.commands.registerCommand('wherefore.showPlace', showPlace),
    vscode.commands.registerCommand('wherefore.debugWay', debugWay),
    vscode.commands.registerCommand('wherefore.noReturn', () => vscode.debug.activeDebugSession?.customRequest('wherefore/noReturn')),
    vscode.debug.registerDebugAdapterDescriptorFactory('wherefore', {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program(), ['dap']),
    }),
    vscode.workspace.onDidChangeConfiguration(event => event.affectsConfiguration('wherefore') ? begin() : undefined),
  );
  await begin();
  watch(context, explorer);
}

export function deactivate(): Promise<void> {
  return stop();
}

/** The program, by its path or by its name. */
function program(): string {
  return vscode.workspace.getConfiguration('wherefore').get<string>('program', 'wherefore');
}

/** Starts the language server. Where there is no program, that is said, and everything else waits for the setting. */
async function start(ways: Ways, show: (uri: string, property?: string) => Promise<void>): Promise<void> {
  if (!await runs(program())) return void missing();
  const executable = { command: program(), args: ['lsp'] };
  const deadline = vscode.workspace.getConfiguration('wherefore').get<string>('deadline', '300s');
  const starting = new LanguageClient('wherefore', 'Wherefore', { run: executable, debug: executable }, {
    documentSelector: SELECTOR,
    initializationOptions: { deadline },
    middleware: {
      executeCommand: async (command, args, next) => {
        const answer = await next(command, args);
        if (typeof args[0] === 'string') await show(args[0], args[1]);
        if (command === 'wherefore.why') await ways.reveal();
        return answer;
      },
    },
  });
  await starting.start();
  client = starting;
}

/** Whether there is such a program. */
function runs(command: string): Promise<boolean> {
  return new Promise(done => execFile(command, ['--version'], error => done(!error)));
}

async function stop(): Promise<void> {
  const stopping = client;
  client = undefined;
  await stopping?.stop();
}

/** Says that the program cannot be started, and leads to the setting that names it. */
async function missing(): Promise<void> {
  const open = 'Open Settings';
  const words = `Cannot start "${program()}". Install Wherefore, or name the program in the setting wherefore.program.`;
  if (await vscode.window.showErrorMessage(words, open) === open) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'wherefore.program');
  }
}

/** Lists the properties of all models that are open. */
async function list(explorer: Explorer): Promise<void> {
  if (!client) return;
  for (const document of vscode.workspace.textDocuments) {
    if (vscode.languages.match(SELECTOR, document) > 0) await explorer.list(document.uri);
  }
}

/** Lists the properties of models that are open, and again when they change. */
function watch(context: vscode.ExtensionContext, explorer: Explorer): void {
  const waiting = new Map<string, NodeJS.Timeout>();
  const later = (document: vscode.TextDocument) => {
    if (vscode.languages.match(SELECTOR, document) === 0) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    waiting.set(key, setTimeout(() => void (client && explorer.list(document.uri)), PAUSE));
  };
  vscode.workspace.textDocuments.forEach(later);
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(later),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) explorer.changed(document.uri);
      later(document);
    }),
    vscode.workspace.onDidCloseTextDocument(document => explorer.forget(document.uri)),
  );
}

/** Shows a place where its text is open already, and not over the report. */
async function showPlace(place: Place): Promise<void> {
  const { start, end } = place.range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  const uri = vscode.Uri.parse(place.uri);
  const open = vscode.window.visibleTextEditors.find(({ document }) => document.uri.toString() === uri.toString());
  await vscode.window.showTextDocument(uri, { selection, preserveFocus: true, viewColumn: open?.viewColumn });
}

async function debugWay({ uri, name, index }: Pick<WayNode, 'uri' | 'name' | 'index'>): Promise<void> {
  const [file, way] = [vscode.Uri.parse(uri).fsPath, index + 1];
  await vscode.debug.startDebugging(undefined, { type: 'wherefore', request: 'launch', name: `${name}, way ${way}`, program: file, property: name, way });
}
