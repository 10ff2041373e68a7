// Reads TypeScript into a syntax tree and walks it, leaving out all that is gone at run time.
import { parseSync } from 'vite';

/** A node as the parser gives it; positions count from the start of the text. */
export interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** Null when the text does not parse. */
export function parse(path: string, text: string): Syntax | null {
  const { program, errors } = parseSync(path, text, { lang: path.endsWith('x') ? 'tsx' : 'ts', sourceType: 'module' });
  return errors.length > 0 ? null : (program as unknown as Syntax);
}

export const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && typeof (value as Syntax).type === 'string' && 'start' in value;

/** Type-only nodes, and what an import or export names. */
const leftOut = /^(?:TS(?!AsExpression|NonNullExpression|SatisfiesExpression)|Import(?!Expression)|ExportAll|JSXText)/;

/** Visits a node and all below it that exist at run time; `visit` returns false to leave out what is below. */
export function walk(
  node: Syntax,
  visit: (node: Syntax, ancestors: readonly Syntax[]) => boolean,
  ancestors: readonly Syntax[] = [],
): void {
  if (leftOut.test(node.type) || !visit(node, ancestors)) return;
  const below = [...ancestors, node];
  for (const [name, value] of Object.entries(node)) {
    if (name === 'typeAnnotation' || name === 'parent') continue;
    for (const child of Array.isArray(value) ? value : [value]) if (isSyntax(child)) walk(child, visit, below);
  }
}
