// Finds the texts of a source file: those that are translated, and those that members would see in English.
import { isSyntax, parse, walk, type Syntax } from '#scripts/syntax.ts';
import type { TextFile } from './source-files.ts';

export interface AppTexts {
  /** The English texts that the file gives to `t`. */
  readonly texts: ReadonlySet<string>;
  /** The English forms that the file gives to `tCount`, by the form for many. */
  readonly counts: ReadonlyMap<string, Forms>;
  /** All string literals outside errors and logs. Tables contain texts that are translated elsewhere. */
  readonly literals: ReadonlySet<string>;
  /** Shown texts, and sentences that may be shown, which the file does not give to `t` or `tCount`. */
  readonly untranslated: readonly UntranslatedText[];
}

type Forms = { readonly one: string; readonly other: string };

interface UntranslatedText {
  readonly line: number;
  readonly text: string;
}

const isText = (text: string): boolean => /\p{L}{2,}/u.test(text);
/** Two words of which the first has a capital. */
const isSentence = (text: string): boolean => /^\p{Lu}[\p{L}’,:]* +[\p{L}{“‘]/u.test(text);
const shownAttribute =
  /(?:^|aria-)(?:placeholder|alt|hint|description|roledescription|valuetext)$|(?:[lL]abel|[tT]itle|[tT]ext)$/;

export function appTextsIn({ path, text: source }: TextFile): AppTexts {
  const texts = new Set<string>();
  const counts = new Map<string, Forms>();
  const literals = new Set<string>();
  const untranslated: UntranslatedText[] = [];
  const translated = new Set<Syntax>();
  const program = parse(path, source);
  if (program === null) throw new Error(`${path} is not valid.`);

  walk(program, (node, ancestors) => {
    const value = literalOf(node);
    if (value !== null) literals.add(value);
    if (isCall(node)) {
      if (isForDevelopers(node)) return false;
      const [first, second] = node.arguments as Syntax[];
      if (nameOf(node.callee) === 't' && first) {
        for (const literal of alternatives(first)) {
          translated.add(literal);
          texts.add(literalOf(literal) ?? '');
        }
      }
      if (nameOf(node.callee) === 'tCount' && second) {
        const forms = Object.fromEntries(fieldsOf(second).map(([name, field]) => [name, literalOf(field) ?? '']));
        for (const [, field] of fieldsOf(second)) translated.add(field);
        counts.set(forms.other ?? '', { one: forms.one ?? '', other: forms.other ?? '' });
      }
    }
    if (translated.has(node)) return false;
    const shown = node.type === 'JSXText' ? String(node.value) : node.type === 'TemplateLiteral' ? wordsOf(node) : value;
    if (shown === null || !isText(shown)) return true;
    if (node.type === 'JSXText' || isSentence(shown) || isShown(node, ancestors))
      untranslated.push({ line: source.slice(0, node.start).split('\n').length, text: shown.trim() });
    return true;
  });
  return { texts, counts, literals, untranslated };
}

const isCall = (node: Syntax): boolean => node.type === 'CallExpression' || node.type === 'NewExpression';

/** True for errors and logs. */
const isForDevelopers = ({ type, callee }: Syntax): boolean =>
  type === 'NewExpression'
    ? /(?:Error|Exception)$/.test(nameOf(callee))
    : isSyntax(callee) && (callee.type === 'Super' || nameOf(callee.object) === 'console');

/** The name of a function, or of a method. */
function nameOf(callee: unknown): string {
  if (!isSyntax(callee)) return '';
  return callee.type === 'Identifier' ? String(callee.name) : nameOf(callee.property);
}

const literalOf = (node: Syntax): string | null =>
  node.type === 'Literal' && typeof node.value === 'string' ? node.value : null;

/** The literals that an expression may have as its value. */
function alternatives(node: Syntax): Syntax[] {
  if (literalOf(node) !== null) return [node];
  return [node.consequent, node.alternate, node.right].filter(isSyntax).flatMap(alternatives);
}

const fieldsOf = (node: Syntax): [string, Syntax][] =>
  (Array.isArray(node.properties) ? node.properties : [])
    .filter(isSyntax)
    .map(({ key, value }) => [isSyntax(key) ? String(key.name ?? key.value) : '', value as Syntax]);

const wordsOf = (template: Syntax): string =>
  (template.quasis as readonly { readonly value: { readonly cooked: string } }[]).map(({ value }) => value.cooked).join(' … ');

/** True for what an element contains, and for attributes with text. */
function isShown(node: Syntax, ancestors: readonly Syntax[]): boolean {
  const parent = ancestors.at(-1);
  switch (parent?.type) {
    case 'JSXAttribute':
      return shownAttribute.test(nameOfAttribute(parent));
    case 'JSXElement':
    case 'JSXFragment':
      return true;
    case 'ConditionalExpression':
      return parent.test !== node && isShown(parent, ancestors.slice(0, -1));
    case 'LogicalExpression':
      return parent.right === node && isShown(parent, ancestors.slice(0, -1));
    case 'JSXExpressionContainer':
      return isShown(parent, ancestors.slice(0, -1));
    default:
      return false;
  }
}

function nameOfAttribute({ name }: Syntax): string {
  return isSyntax(name) ? String(name.name) : '';
}
