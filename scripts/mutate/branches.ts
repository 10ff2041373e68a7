// Marks each branch of a source text, so that a run shows which of them it reached.
import { isSyntax, parse, walk, type Syntax } from './syntax.ts';

interface Branch {
  readonly start: number;
  readonly end: number;
}

/** All ways that the code can take, outer ones before those inside them; the first is the module itself. */
export function branchesOf(path: string, text: string): Branch[] {
  return parts(path, text).map(({ node: { start, end } }) => ({ start, end }));
}

/** The innermost branch that a position is in. */
export const branchAt = (branches: readonly Branch[], position: number): number =>
  branches.findLastIndex(({ start, end }) => start <= position && position < end);

/** The text with a mark in each branch: `globalThis.__reached[path]` gets a 1 for each that was reached. */
export function marked(path: string, text: string): string {
  const all = parts(path, text);
  const insertions = all.slice(1).flatMap(({ node, is }, i): (readonly [at: number, text: string])[] => {
    const mark = `__here[${i + 1}] = 1`;
    if (is === 'block') return [[node.start + 1, `${mark};`]];
    if (is === 'statement')
      return [
        [node.start, `{${mark};`],
        [node.end, '}'],
      ];
    return [
      [node.start, `(${mark}, `],
      [node.end, ')'],
    ];
  });
  let from = text.length;
  let whole = '';
  // Openings of the same place are in the order of the branches, closings in the reverse.
  const sorted = insertions
    .map(([at, added], order) => ({ at, added, order }))
    .sort((one, other) => other.at - one.at || other.order - one.order);
  for (const { at, added } of sorted) {
    whole = added + text.slice(at, from) + whole;
    from = at;
  }
  return `var __here = ((globalThis.__reached ??= {})[${JSON.stringify(path)}] ??= new Uint8Array(${all.length})); __here[0] = 1;${text.slice(0, from)}${whole}`;
}

interface Part {
  readonly node: Syntax;
  readonly is: 'module' | 'block' | 'statement' | 'expression';
}

function parts(path: string, text: string): Part[] {
  const program = parse(path, text);
  if (program === null) throw new Error(`${path} does not parse.`);
  const found: Part[] = [{ node: { type: 'Program', start: 0, end: text.length }, is: 'module' }];
  walk(program, (node) => {
    for (const child of branchesBelow(node))
      if (isSyntax(child))
        found.push({
          node: child,
          is:
            child.type === 'BlockStatement' || child.type === 'FunctionBody'
              ? 'block'
              : isStatement(child)
                ? 'statement'
                : 'expression',
        });
    return true;
  });
  return found;
}

const isStatement = ({ type }: Syntax): boolean => type.endsWith('Statement');

function branchesBelow(node: Syntax): unknown[] {
  switch (node.type) {
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
    case 'ForStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
    case 'WhileStatement':
    case 'CatchClause':
      return [node['body']];
    case 'IfStatement':
    case 'ConditionalExpression':
      return [node['consequent'], node['alternate']];
    case 'LogicalExpression':
      return [node['right']];
    case 'SwitchCase':
      return (node['consequent'] as unknown[]).slice(0, 1);
    default:
      return [];
  }
}
