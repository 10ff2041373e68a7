// Instruments the branches of a source text to record which of them are executed.
import { isSyntax, parse, walk, type Syntax } from '#scripts/syntax.ts';

interface Branch {
  readonly start: number;
  readonly end: number;
}

/** Returns all branches, outer ones before inner ones. The first is the module itself. */
export function branchesOf(path: string, text: string): Branch[] {
  return branchNodes(path, text).map(({ node: { start, end } }) => ({ start, end }));
}

/** Returns the index of the innermost branch at a position. */
export const branchAt = (branches: readonly Branch[], position: number): number =>
  branches.findLastIndex(({ start, end }) => start <= position && position < end);

/** Returns the text with a mark in each branch, which sets the branch's element of `globalThis.__reached[path]` to 1. */
export function instrumented(path: string, text: string): string {
  const all = branchNodes(path, text);
  const insertions = all.slice(1).flatMap(({ node, kind }, i): (readonly [at: number, text: string])[] => {
    const mark = `__here[${i + 1}] = 1`;
    if (kind === 'block') return [[node.start + 1, `${mark};`]];
    if (kind === 'statement')
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
  let end = '';
  // At the same position, insertions are in the order of the branches. Closings at the same position are the same text.
  const sorted = insertions
    .map(([at, added], order) => ({ at, added, order }))
    .sort((one, other) => other.at - one.at || other.order - one.order);
  for (const { at, added } of sorted) {
    end = added + text.slice(at, from) + end;
    from = at;
  }
  return `var __here = ((globalThis.__reached ??= {})[${JSON.stringify(path)}] ??= new Uint8Array(${all.length})); __here[0] = 1;${text.slice(0, from)}${end}`;
}

interface BranchNode {
  readonly node: Syntax;
  readonly kind: 'module' | 'block' | 'statement' | 'expression';
}

function branchNodes(path: string, text: string): BranchNode[] {
  const program = parse(path, text);
  if (program === null) throw new Error(`${path} does not parse.`);
  const found: BranchNode[] = [{ node: { type: 'Program', start: 0, end: text.length }, kind: 'module' }];
  walk(program, (node) => {
    for (const child of branchesIn(node))
      if (isSyntax(child))
        found.push({
          node: child,
          kind:
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

function branchesIn(node: Syntax): unknown[] {
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
