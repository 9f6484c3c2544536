// The tree of ways in which properties break: property, way, step.

import * as vscode from 'vscode';
import { Found, Server, Step, Way } from './protocol';

type Node =
  | { kind: 'property'; uri: string; found: Found; index: number }
  | { kind: 'way'; uri: string; property: number; name: string; way: Way; index: number }
  | { kind: 'step'; step: Step; index: number; isNoReturn: boolean };

export class Ways implements vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private uri = '';
  private found: Found[] = [];

  constructor(private readonly server: Server) {}

  /** Fetches what is known about a text. */
  async refresh(uri: string): Promise<void> {
    const answer = await this.server.request('wherefore/ways', { uri });
    this.uri = uri;
    this.found = answer?.properties ?? [];
    this.changed.fire();
  }

  getChildren(node?: Node): Node[] {
    if (!node) return this.found.map((found, index) => ({ kind: 'property', uri: this.uri, found, index }));
    if (node.kind === 'property') {
      return node.found.ways.map((way, index) => ({ kind: 'way', uri: node.uri, property: node.index, name: node.found.name, way, index }));
    }
    if (node.kind === 'way') {
      return node.way.steps.map((step, index) => ({ kind: 'step', step, index, isNoReturn: index === node.way.noReturn }));
    }
    return [];
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { Collapsed, None } = vscode.TreeItemCollapsibleState;
    if (node.kind === 'property') {
      const item = new vscode.TreeItem(node.found.name, node.found.ways.length ? Collapsed : None);
      item.description = node.found.words;
      item.iconPath = new vscode.ThemeIcon(ICONS[node.found.verdict] ?? 'question');
      return item;
    }
    if (node.kind === 'way') {
      const item = new vscode.TreeItem(`${node.index + 1}. ${node.way.title}`, Collapsed);
      item.description = node.way.id;
      item.contextValue = 'way';
      item.command = { command: 'wherefore.selectWay', title: 'Select', arguments: [node.uri, node.property, node.index] };
      return item;
    }
    const { step, index, isNoReturn } = node;
    const item = new vscode.TreeItem(`step ${index + 1}${step.element ? `: ${step.element}` : ''}`, None);
    const shown = index === 0 ? Object.keys(step.values) : step.changed;
    item.description = (isNoReturn ? 'point of no return  ' : '') + shown.map(name => `${name} = ${String(step.values[name])}`).join(', ');
    item.tooltip = Object.entries(step.values).map(([name, value]) => `${name} = ${String(value)}`).join('\n');
    const place = step.places[0];
    if (place) item.command = { command: 'wherefore.showPlace', title: 'Show', arguments: [place] };
    return item;
  }
}

/** What is not decided must not look as if it held. */
const ICONS: Record<string, string> = { holds: 'pass', vacuous: 'warning', violated: 'error', undetermined: 'question' };
