// Removes from the client's bundle the parts of the contract that only the server needs: all schemas and most parts of each call.
import { parseAst, type Plugin } from 'vite';
import { partsForClient } from '#shared/contract/endpoint.ts';

const library = 'zod/mini';

/**
 * In the contract, a schema becomes undefined, and a call keeps the parts that the client uses. Elsewhere, every function of the library
 * returns one stub that can be called, read and spread without effect. That saves 16 KiB (brotli) of the installed app. Client code must
 * therefore never parse with a schema.
 */
export function stripSchemas(): Plugin {
  return {
    name: 'strip-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === library ? `\0${library}` : null),
    transform: (code, id) => (id.includes('/shared/contract/') ? contractForClient(code) : null),
    async load(id) {
      if (id !== `\0${library}`) return null;
      const names = Object.keys(await import('zod/mini'));
      return `const stub = new Proxy(() => stub, { get: () => stub });\nexport { ${names.map((own) => `stub as ${own}`).join(', ')} };`;
    },
  };
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly name?: string;
  readonly callee?: Node;
  readonly object?: Node;
  readonly key?: Node;
  readonly arguments?: readonly Node[];
  readonly properties?: readonly Node[];
}

/** `code` is a module of the contract in TypeScript, which imports the library as `z`. */
export function contractForClient(code: string): string {
  const parts: string[] = [];
  let from = 0;
  const replace = ({ start, end }: Pick<Node, 'start' | 'end'>, text: string): void => {
    parts.push(code.slice(from, start), text);
    from = end;
  };
  const isUsed = ({ type, key }: Node): boolean => type !== 'Property' || partsForClient.some((part) => part === key?.name);
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression' && rootOf(node).name === 'z') return replace(node, 'undefined');
    if (node.callee?.name !== 'endpoint') return childrenOf(node).forEach(visit);
    // The function returns its argument.
    replace(node.callee, '');
    for (const part of node.arguments?.[0]?.properties ?? []) {
      if (isUsed(part)) visit(part);
      else replace({ start: part.start, end: code[part.end] === ',' ? part.end + 1 : part.end }, '');
    }
  };
  visit(parseAst(code, { lang: 'ts' }));
  return parts.join('') + code.slice(from);
}

/** The first name of a chain such as `z.string().check()`. */
const rootOf = (node: Node): Node => {
  const before = node.callee ?? node.object;
  return before === undefined ? node : rootOf(before);
};

/** In the order of the code. */
const childrenOf = (node: Node): Node[] =>
  Object.values(node)
    .flat()
    .filter(isNode)
    .toSorted((a, b) => a.start - b.start);

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
