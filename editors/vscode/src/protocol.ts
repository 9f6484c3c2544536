// What the language server says in its own requests.

export interface Position { line: number; character: number }
export interface Range { start: Position; end: Position }
export interface Place { uri: string; range: Range }

export interface Step { element: string | null; values: Record<string, unknown>; changed: string[]; places: Place[] }
export interface Way { id: string; title: string; noReturn: number | null; steps: Step[] }
export type Verdict = 'holds' | 'vacuous' | 'violated' | 'undetermined';
export interface Found { name: string; verdict: Verdict; words: string; complete: boolean; ways: Way[] }
export interface Stated { name: string; kind: string; range: Range }

/** What the editor needs of the server, so that it can be replaced in tests. */
export interface Server {
  request(method: string, params: unknown): Promise<any>;
}
