// Parses TypeScript and walks the syntax tree, without types, import declarations and `export *`.
import { parseSync } from 'vite';

/** A node of the parser. Positions are offsets in the text. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** Returns null for invalid code. */
export function parse(path: string, text: string): Syntax | null {
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' });
  return errors.length > 0 ? null : (program as unknown as Syntax);
}

export const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string' && 'start' in value;

/** Matches types, import declarations and `export *`. */
const skipped = /^(?:TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import(?!Expression)|ExportAll)/;

/** Visits a node and its descendants, except the skipped ones. If `visit` returns false, the node's descendants are not visited. */
export function walk(
  node: Syntax,
  visit: (node: Syntax, ancestors: readonly Syntax[]) => boolean,
  ancestors: readonly Syntax[] = [],
): void {
  if (skipped.test(node.type) || !visit(node, ancestors)) return;
  const path = [...ancestors, node];
  for (const [name, value] of Object.entries(node)) {
    if (name === 'typeAnnotation' || name === 'parent') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isSyntax(child)) walk(child, visit, path);
  }
}
