// Wherefore in VS Code: a language server, properties as tests, ways as a tree, the report as a panel, and a debugger.
// All of it is shown by the editor and answered by the program; nothing about models is known here.

import * as vscode from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { Explorer } from './explorer';
import { Place, Server } from './protocol';
import { Ways } from './ways';

let client: LanguageClient | undefined;

const SELECTOR = [
  ...['smv', 'lustre', 'oss', 'mcl'].map(language => ({ language })),
  { scheme: 'file', pattern: '**/*.scxml' },
  { scheme: 'file', pattern: '**/*.json' },
];

/** How long to wait after a change before properties are listed anew, in milliseconds. */
const PAUSE = 500;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const settings = vscode.workspace.getConfiguration('wherefore');
  const program = settings.get<string>('program', 'wherefore');
  const executable = { command: program, args: ['lsp'] };
  const show = (uri: string) => ways.refresh(uri);
  client = new LanguageClient('wherefore', 'Wherefore', { run: executable, debug: executable }, {
    documentSelector: SELECTOR,
    initializationOptions: { deadline: settings.get<string>('deadline', '300s') },
    middleware: {
      executeCommand: async (command, args, next) => {
        const answer = await next(command, args);
        if (typeof args[0] === 'string') await show(args[0]);
        return answer;
      },
    },
  });
  const server: Server = { request: (method, params) => client!.sendRequest(method, params) };
  const ways = new Ways(server);
  const explorer = new Explorer(server, show);
  const current = () => vscode.window.activeTextEditor?.document.uri.toString() ?? '';
  const all = (name: string, command: string) =>
    vscode.commands.registerCommand(name, () => vscode.commands.executeCommand(command, current()));
  context.subscriptions.push(
    explorer,
    vscode.window.registerTreeDataProvider('wherefore.ways', ways),
    all('wherefore.checkAll', 'wherefore.check'),
    all('wherefore.whyAll', 'wherefore.why'),
    all('wherefore.fixAll', 'wherefore.fix'),
    vscode.commands.registerCommand('wherefore.showPage', (uri?: string) => showPage(server, uri ?? current())),
    vscode.commands.registerCommand('wherefore.showPlace', showPlace),
    vscode.commands.registerCommand('wherefore.selectWay', (uri: string, property: number, way: number) =>
      server.request('wherefore/select', { uri, property, way })),
    vscode.commands.registerCommand('wherefore.debugWay', node => debugWay(node.uri, node.name, node.index + 1)),
    vscode.commands.registerCommand('wherefore.noReturn', () => vscode.debug.activeDebugSession?.customRequest('wherefore/noReturn')),
    vscode.debug.registerDebugAdapterDescriptorFactory('wherefore', {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(program, ['dap']),
    }),
  );
  await client.start();
  watch(context, explorer);
}

export function deactivate(): Thenable<void> | undefined {
  return client?.stop();
}

/** Lists the properties of models that are open, and again when they change. */
function watch(context: vscode.ExtensionContext, explorer: Explorer): void {
  const waiting = new Map<string, NodeJS.Timeout>();
  const later = (document: vscode.TextDocument) => {
    if (vscode.languages.match(SELECTOR, document) === 0) return;
    const key = document.uri.toString();
    clearTimeout(waiting.get(key));
    waiting.set(key, setTimeout(() => void explorer.list(document.uri), PAUSE));
  };
  vscode.workspace.textDocuments.forEach(later);
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(later),
    vscode.workspace.onDidChangeTextDocument(event => later(event.document)),
    vscode.workspace.onDidCloseTextDocument(document => explorer.forget(document.uri)),
  );
}

/** The report, as the program writes it for browsers. */
async function showPage(server: Server, uri: string): Promise<void> {
  const answer = await server.request('wherefore/page', { uri });
  if (!answer?.html) {
    void vscode.window.showInformationMessage('There is no report yet: check the model first.');
    return;
  }
  const name = uri.split('/').pop() ?? uri;
  const panel = vscode.window.createWebviewPanel('wherefore.page', `Why: ${decodeURIComponent(name)}`, vscode.ViewColumn.Beside, { enableScripts: true });
  panel.webview.html = answer.html;
}

async function showPlace(place: Place): Promise<void> {
  const { start, end } = place.range;
  const selection = new vscode.Range(start.line, start.character, end.line, end.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(place.uri), { selection, preserveFocus: true });
}

async function debugWay(uri: string, property: string, way: number): Promise<void> {
  const program = vscode.Uri.parse(uri).fsPath;
  await vscode.debug.startDebugging(undefined, { type: 'wherefore', request: 'launch', name: `${property}, way ${way}`, program, property, way });
}
