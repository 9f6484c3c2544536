// The report, as the program writes it for browsers, in a panel: one for each text.

import * as vscode from 'vscode';
import { Server } from './protocol';

export class Pages {
  private readonly panels = new Map<string, vscode.WebviewPanel>();

  constructor(private readonly server: Server) {}

  /** Shows the report about a text beside it. */
  async show(uri: string): Promise<void> {
    const html = await this.fetch(uri);
    if (!html) {
      void vscode.window.showInformationMessage('There is no report yet: check the model first.');
      return;
    }
    const panel = this.panels.get(uri) ?? this.open(uri);
    write(panel, html);
    panel.reveal(undefined, true);
  }

  /** Brings the panel of a text up to date, if there is one. */
  async refresh(uri: string): Promise<void> {
    const panel = this.panels.get(uri);
    const html = panel && await this.fetch(uri);
    if (panel && html) write(panel, html);
  }

  private async fetch(uri: string): Promise<string | undefined> {
    return (await this.server.request('wherefore/page', { uri }))?.html;
  }

  private open(uri: string): vscode.WebviewPanel {
    const name = decodeURIComponent(uri.split('/').pop() ?? uri);
    const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    // A page that is hidden for a while keeps the way and the step that are selected.
    const options = { enableScripts: true, retainContextWhenHidden: true };
    const panel = vscode.window.createWebviewPanel('wherefore.page', `Why: ${name}`, column, options);
    panel.onDidDispose(() => this.panels.delete(uri));
    this.panels.set(uri, panel);
    return panel;
  }
}

/** The same page again would begin anew, at its first way. */
function write(panel: vscode.WebviewPanel, html: string): void {
  if (panel.webview.html !== html) panel.webview.html = html;
}
