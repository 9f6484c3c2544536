// Properties as tests.

import * as vscode from 'vscode';
import { Found, Server, Stated } from './protocol';

export class Explorer {
  private readonly controller = vscode.tests.createTestController('wherefore', 'Wherefore');

  constructor(private readonly server: Server, private readonly after: (uri: string) => Promise<void>) {
    this.controller.createRunProfile('Check', vscode.TestRunProfileKind.Run, (request, token) => this.run('wherefore.check', request, token), true);
    this.controller.createRunProfile('Why', vscode.TestRunProfileKind.Run, (request, token) => this.run('wherefore.why', request, token));
  }

  dispose(): void {
    this.controller.dispose();
  }

  /** Lists the properties of a text. */
  async list(uri: vscode.Uri): Promise<void> {
    const answer = await this.server.request('wherefore/properties', { uri: uri.toString() });
    const stated: Stated[] = answer?.properties ?? [];
    if (stated.length === 0) return;
    const file = this.controller.createTestItem(uri.toString(), uri.path.split('/').pop() ?? uri.path, uri);
    for (const property of stated) {
      const item = this.controller.createTestItem(`${uri.toString()}#${property.name}`, property.name, uri);
      const { start, end } = property.range;
      item.range = new vscode.Range(start.line, start.character, end.line, end.character);
      file.children.add(item);
    }
    this.controller.items.add(file);
  }

  /** What was found about a text is no longer about it: it was changed. */
  changed(uri: vscode.Uri): void {
    const file = this.controller.items.get(uri.toString());
    if (file) this.controller.invalidateTestResults(file);
  }

  /** Forgets the properties of a text. */
  forget(uri: vscode.Uri): void {
    this.controller.items.delete(uri.toString());
  }

  private async run(command: string, request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const leaves: vscode.TestItem[] = [];
    const collect = (item: vscode.TestItem) => (item.children.size ? item.children.forEach(collect) : leaves.push(item));
    (request.include ?? [...iterate(this.controller.items)]).forEach(collect);
    for (const item of leaves.filter(item => !request.exclude?.includes(item))) {
      if (token.isCancellationRequested) {
        run.skipped(item);
        continue;
      }
      run.started(item);
      await this.one(command, item, run);
    }
    run.end();
  }

  private async one(command: string, item: vscode.TestItem, run: vscode.TestRun): Promise<void> {
    const uri = item.uri?.toString() ?? '';
    try {
      const answer = await this.server.request('workspace/executeCommand', { command, arguments: [uri, item.label] });
      const found = (answer?.properties as Found[] | undefined)?.find(p => p.name === item.label);
      settle(item, found, run);
      await this.after(uri);
    } catch (error) {
      run.errored(item, new vscode.TestMessage(error instanceof Error ? error.message : String(error)));
    }
  }
}

/** Only a property that holds passes: one that is undetermined, or that says nothing, is an error to look at. */
export function settle(item: vscode.TestItem, found: Found | undefined, run: Pick<vscode.TestRun, 'passed' | 'failed' | 'errored'>): void {
  const message = new vscode.TestMessage(found ? `${found.name} ${found.words}` : 'there is no answer');
  if (item.uri && item.range) message.location = new vscode.Location(item.uri, item.range);
  if (found?.verdict === 'holds') run.passed(item);
  else if (found?.verdict === 'violated') run.failed(item, message);
  else run.errored(item, message);
}

function* iterate(items: vscode.TestItemCollection): Iterable<vscode.TestItem> {
  for (const [, item] of items) yield item;
}
