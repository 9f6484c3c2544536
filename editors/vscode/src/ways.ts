// The tree of ways in which properties break: property, way, step.

import * as vscode from 'vscode';
import { Found, Server, Step, Way } from './protocol';

interface PropertyNode { kind: 'property'; found: Found; children: WayNode[] }
export interface WayNode { kind: 'way'; parent: PropertyNode; uri: string; property: number; name: string; way: Way; index: number; children: StepNode[] }
interface StepNode { kind: 'step'; parent: WayNode; step: Step; index: number }
type Node = PropertyNode | WayNode | StepNode;

export class Ways implements vscode.TreeDataProvider<Node> {
  private readonly changed = new vscode.EventEmitter<void>();
  readonly onDidChangeTreeData = this.changed.event;
  private readonly view: vscode.TreeView<Node>;
  private roots: PropertyNode[] = [];
  /** The way that is looked at first. */
  private first: WayNode | undefined;
  /** The text that the ways are those of; empty if there is none yet. */
  uri = '';

  constructor(private readonly server: Server) {
    this.view = vscode.window.createTreeView<Node>('wherefore.ways', { treeDataProvider: this });
    this.view.onDidChangeSelection(({ selection: [node] }) => void this.select(node));
  }

  dispose(): void {
    this.view.dispose();
  }

  /** Fetches what is known about a text. The tree is open at the first way of a property, or of the first that has one. */
  async refresh(uri: string, property?: string): Promise<void> {
    const answer = await this.server.request('wherefore/ways', { uri });
    this.uri = uri;
    this.roots = ((answer?.properties ?? []) as Found[]).map((found, index) => nodes(uri, found, index));
    this.first = this.roots.find(({ found, children }) => children.length > 0 && (property === undefined || found.name === property))?.children[0];
    this.view.description = decodeURIComponent(uri.split('/').pop() ?? uri);
    this.changed.fire();
  }

  /** Brings the tree to the front. */
  async reveal(): Promise<void> {
    if (!this.first) return;
    await this.view.reveal(this.first, { select: true, focus: false });
    // The side bar takes the keyboard when it opens, and a text without it fetches no new lenses.
    await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
  }

  /** The values of the way that is looked at are those that hover shows. */
  private async select(node: Node | undefined): Promise<void> {
    const way = node?.kind === 'step' ? node.parent : node;
    if (way?.kind === 'way') await this.server.request('wherefore/select', { uri: way.uri, property: way.property, way: way.index });
  }

  getChildren(node?: Node): Node[] {
    if (!node) return this.roots;
    return node.kind === 'step' ? [] : node.children;
  }

  getParent(node: Node): Node | undefined {
    return node.kind === 'property' ? undefined : node.parent;
  }

  getTreeItem(node: Node): vscode.TreeItem {
    const { Collapsed, Expanded, None } = vscode.TreeItemCollapsibleState;
    if (node.kind === 'property') {
      const item = new vscode.TreeItem(node.found.name, node.children.length ? Expanded : None);
      item.description = node.found.words;
      item.tooltip = `${node.found.name} ${node.found.words}`;
      item.iconPath = new vscode.ThemeIcon(ICONS[node.found.verdict] ?? 'question');
      return item;
    }
    if (node.kind === 'way') {
      // To expand it after it is shown would come too early: the editor fetches a tree that has changed a little later.
      const item = new vscode.TreeItem(`${node.index + 1}. ${node.way.title}`, node === this.first ? Expanded : Collapsed);
      item.description = node.way.id;
      item.contextValue = 'way';
      return item;
    }
    const { step, index, parent: { way } } = node;
    const item = new vscode.TreeItem(`step ${index + 1}${step.element ? `: ${step.element}` : ''}`, None);
    const shown = index === 0 ? Object.keys(step.values) : step.changed;
    item.description = (index === way.noReturn ? 'point of no return  ' : '') + shown.map(name => `${name} = ${String(step.values[name])}`).join(', ');
    item.tooltip = Object.entries(step.values).map(([name, value]) => `${name} = ${String(value)}`).join('\n');
    const place = step.places[0];
    if (place) item.command = { command: 'wherefore.showPlace', title: 'Show', arguments: [place] };
    return item;
  }
}

/** A property with its ways and their steps. */
function nodes(uri: string, found: Found, property: number): PropertyNode {
  const root: PropertyNode = { kind: 'property', found, children: [] };
  root.children = found.ways.map((way, index) => {
    const node: WayNode = { kind: 'way', parent: root, uri, property, name: found.name, way, index, children: [] };
    node.children = way.steps.map((step, at) => ({ kind: 'step', parent: node, step, index: at }));
    return node;
  });
  return root;
}

/** What is not decided must not look as if it held. */
const ICONS: Record<string, string> = { holds: 'pass', vacuous: 'warning', violated: 'error', undetermined: 'question' };
