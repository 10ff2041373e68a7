// Creates mutants: small changes of a source text, each of which a test should detect.
import { isSyntax, parse, walk, type Syntax } from '#scripts/syntax.ts';

export interface Mutant {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** The line number, which starts at 1. */
  readonly line: number;
  /** The first changed line, without indentation. */
  readonly lineText: string;
  readonly original: string;
}

interface Change {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

const swapped: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '%': '*',
  '&&': '||',
  '||': '&&',
  '+=': '-=',
  '-=': '+=',
  '++': '--',
  '--': '++',
};

const swappedMethods: Readonly<Record<string, string>> = {
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  startsWith: 'endsWith',
  endsWith: 'startsWith',
};

/** `list.filter(f)` becomes `list`. */
const droppedMethods = new Set([
  'filter',
  'sort',
  'toSorted',
  'reverse',
  'toReversed',
  'slice',
  'trim',
  'toLowerCase',
  'toUpperCase',
]);

export function mutantsOf(path: string, text: string): Mutant[] {
  const program = parse(path, text);
  if (program === null) throw new Error(`${path} does not parse.`);
  const changes: Change[] = [];
  walk(program, (node, ancestors) => {
    if (isDeveloperText(node, text)) return false;
    changes.push(...changesOf(node, ancestors.at(-1), text));
    return true;
  });
  return changes.map((change) => ({
    path,
    ...change,
    ...placeOf(text, change.start),
    original: text.slice(change.start, change.end),
  }));
}

/** Returns false for mutants that do not parse, such as a constant without a value. */
export const parses = (text: string, mutant: Mutant): boolean => parse(mutant.path, mutated(text, mutant)) !== null;

export const mutated = (text: string, { start, end, replacement }: Change): string =>
  text.slice(0, start) + replacement + text.slice(end);

function placeOf(text: string, start: number): { line: number; lineText: string } {
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const lineEnd = text.indexOf('\n', start);
  return {
    line: text.slice(0, start).split('\n').length,
    lineText: text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd).trim(),
  };
}

/** True for log lines and messages of unexpected errors, which are for developers only. */
function isDeveloperText(node: Syntax, text: string): boolean {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false;
  const callee = node['callee'] as Syntax;
  return /^(?:(?:\w+\.)*(?:log|logger|console)\.\w+|(?:Type|Range)?Error)$/.test(text.slice(callee.start, callee.end));
}

const isLogLine = ({ type, expression }: Syntax, text: string): boolean =>
  type === 'ExpressionStatement' && isDeveloperText(expression as Syntax, text);

function changesOf(node: Syntax, parent: Syntax | undefined, text: string): Change[] {
  const read = (part: unknown): string => (isSyntax(part) ? text.slice(part.start, part.end) : '');
  const whole = (replacement: string): Change => ({ start: node.start, end: node.end, replacement });
  /** Replaces the operator between two positions. */
  const withOperator = (from: number, to: number): Change[] => {
    const operator = String(node['operator']);
    const replacement = swapped[operator];
    const at = text.indexOf(operator, from);
    return replacement === undefined || at < 0 || at >= to ? [] : [{ start: at, end: at + operator.length, replacement }];
  };
  const between = (left: unknown, right: unknown) => withOperator((left as Syntax).end, (right as Syntax).start);

  switch (node.type) {
    case 'BinaryExpression':
      return isText(node['left']) || isText(node['right']) ? [] : between(node['left'], node['right']);
    case 'LogicalExpression': {
      const swap = between(node['left'], node['right']);
      return [...swap, whole(`(${read(node['left'])})`), whole(`(${read(node['right'])})`)];
    }
    case 'AssignmentExpression':
      return isText(node['right']) ? [] : between(node['left'], node['right']);
    case 'UpdateExpression':
      return withOperator(node.start, node.end);
    case 'UnaryExpression':
      return node['operator'] === '!' ? [whole(read(node['argument']))] : [];
    case 'IfStatement':
      return [
        ...negated(node['test'] as Syntax, text),
        ...(isLogLine(node['consequent'] as Syntax, text) ? [] : [{ ...spanOf(node['consequent']), replacement: '{}' }]),
      ];
    case 'ConditionalExpression':
    case 'WhileStatement':
      return negated(node['test'] as Syntax, text);
    case 'ReturnStatement':
      return isSyntax(node['argument']) && !isNearlyUndefined.test(read(node['argument'])) ? [whole('return;')] : [];
    case 'ArrowFunctionExpression':
      return node['expression'] === true &&
        !isNearlyUndefined.test(read(node['body'])) &&
        !isDeveloperText(node['body'] as Syntax, text)
        ? [{ ...spanOf(node['body']), replacement: 'undefined' }]
        : [];
    case 'ExpressionStatement':
      return parent?.type !== 'IfStatement' && isCallOrAssignment(node['expression']) && !isLogLine(node, text)
        ? [whole(';')]
        : [];
    case 'CallExpression':
      return methodChanges(node);
    case 'Literal':
      return literalChanges(node, parent, whole);
    case 'TemplateLiteral':
      return parent?.type === 'TaggedTemplateExpression' || read(node) === '``' ? [] : [whole('``')];
    default:
      return [];
  }
}

/** Matches results that callers can hardly distinguish from undefined. */
const isNearlyUndefined = /^(?:(?:undefined|null|false)$|void\b)/;

const spanOf = (node: unknown) => ({ start: (node as Syntax).start, end: (node as Syntax).end });

const isText = (node: unknown): boolean =>
  isSyntax(node) &&
  (node.type === 'TemplateLiteral' ||
    (node.type === 'Literal' && typeof node['value'] === 'string') ||
    (node.type === 'BinaryExpression' && node['operator'] === '+' && (isText(node['left']) || isText(node['right']))));

/** Equality comparisons and `!` are not negated here, since they have mutants of their own. */
function negated(test: Syntax, text: string): Change[] {
  const hasOwnMutant =
    (test.type === 'BinaryExpression' && /^[!=]==?$/.test(String(test['operator']))) ||
    (test.type === 'UnaryExpression' && test['operator'] === '!');
  return hasOwnMutant ? [] : [{ ...spanOf(test), replacement: `!(${text.slice(test.start, test.end)})` }];
}

function isCallOrAssignment(expression: unknown): boolean {
  const { type, argument } = expression as Syntax;
  if (type === 'AwaitExpression' || (type === 'UnaryExpression' && (expression as Syntax)['operator'] === 'void'))
    return isCallOrAssignment(argument);
  return type === 'CallExpression' || type === 'AssignmentExpression';
}

function methodChanges({ callee, end }: Syntax): Change[] {
  const { type, object, property } = callee as Syntax;
  if (type !== 'MemberExpression' || (callee as Syntax)['computed'] === true) return [];
  const { name } = property as Syntax;
  const other = swappedMethods[String(name)];
  if (other !== undefined) return [{ ...spanOf(property), replacement: other }];
  return droppedMethods.has(String(name)) ? [{ start: (object as Syntax).end, end, replacement: '' }] : [];
}

function literalChanges(node: Syntax, parent: Syntax | undefined, whole: (replacement: string) => Change): Change[] {
  const isName =
    (parent?.type === 'Property' && parent['key'] === node && parent['computed'] !== true) ||
    parent?.type === 'ExportNamedDeclaration';
  if (isName) return [];
  const { value } = node;
  if (typeof value === 'boolean') return [whole(String(!value))];
  return typeof value === 'string' && value !== '' && parent?.type !== 'JSXAttribute' ? [whole("''")] : [];
}
