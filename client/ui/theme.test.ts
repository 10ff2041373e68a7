// Contrast of text and controls on every surface, for light and dark and every brand, computed from the style sheet.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { brands } from '#manifest/index.ts';
import { brandCss } from '#manifest/tokens.ts';
import { mapColours } from '#shared/rules/map-colours.ts';

type Rgb = readonly [red: number, green: number, blue: number];
type Scheme = 'light' | 'dark';

const theme = readFileSync(new URL('theme.css', import.meta.url), 'utf8');
const onlineCss = readFileSync(new URL('../people/online-dot.css', import.meta.url), 'utf8');
const bubbleCss = readFileSync(new URL('../features/messages/bubble.css', import.meta.url), 'utf8');
const pictureCss = readFileSync(new URL('picture.css', import.meta.url), 'utf8');
const letterCss = readFileSync(new URL('letter-card.css', import.meta.url), 'utf8');
const textPairs: readonly [ink: string, ground: string][] = ['canvas', 'surface', 'sunken', 'raised'].flatMap((ground) => [
  ['ink', ground],
  ['ink-soft', ground],
  ['action', ground],
]);
const tonePairs: readonly [ink: string, ground: string][] = [
  ['on-action', 'action'],
  ['on-own', 'own'],
  ['on-own', 'own-quote'],
  ['action', 'action-soft'],
  ['danger', 'surface'],
  ['danger', 'danger-soft'],
  ['ink', 'danger-soft'],
  ['good', 'good-soft'],
  ['ink', 'good-soft'],
  ['warn', 'canvas'],
  ['warn', 'warn-soft'],
  ['ink', 'warn-soft'],
  ['canvas', 'ink'],
  ['canvas', 'danger'],
  ['ink', 'fill'],
];
/** These need only enough contrast to show where a button ends, because the text says what it is. */
const fillPairs: readonly [fill: string, ground: string][] = ['canvas', 'surface'].map((ground) => ['fill', ground]);
const controlPairs: readonly [edge: string, ground: string][] = [
  ...['canvas', 'surface', 'sunken'].map((ground): [string, string] => ['edge', ground]),
  ...['canvas', 'surface', 'raised'].map((ground): [string, string] => ['online', ground]),
];

for (const brand of brands)
  for (const scheme of ['light', 'dark'] as const)
    test(`${brand.key} has enough contrast in ${scheme}`, () => {
      const tokens = { ...tokensOf(theme), ...tokensOf(onlineCss), ...tokensOf(bubbleCss), ...tokensOf(brandCss(brand)) };
      const contrastOf = ([ink, ground]: readonly [string, string]) =>
        contrast(colour(`var(--${ink})`, tokens, scheme), colour(`var(--${ground})`, tokens, scheme));
      const tooLow = (pairs: readonly (readonly [string, string])[], min: number) =>
        pairs.filter((pair) => contrastOf(pair) < min).map((pair) => `${pair.join(' on ')}: ${contrastOf(pair).toFixed(2)}`);
      expect(tooLow([...textPairs, ...tonePairs], 4.5)).toEqual([]);
      expect(tooLow(controlPairs, 3)).toEqual([]);
      expect(tooLow(fillPairs, scheme === 'dark' ? 1.5 : 1.12)).toEqual([]);
    });

test.each(['light', 'dark'] as const)('the map shows who is online in the green of the page in %s', (scheme) => {
  const page = colour('var(--online)', tokensOf(onlineCss), scheme);
  const map = fromHex(mapColours(scheme, '#000000').online);
  expect(map.map((part, at) => Math.abs(part - (page[at] ?? 0)) < 0.005)).toEqual([true, true, true]);
});

for (const brand of brands)
  for (const scheme of ['light', 'dark'] as const)
    test(`a letter in place of a picture, and a name on its ground, are readable on every hue of ${brand.key} in ${scheme}`, () => {
      const shared = { ...tokensOf(theme), ...tokensOf(brandCss(brand)), ...tokensOf(pictureCss), ...tokensOf(letterCss) };
      const contrasts = Array.from({ length: 72 }, (_, at) => {
        const tokens = { ...shared, person: String(at * 5) };
        return ['letter-ground', 'letter-head', 'letter-foot'].flatMap((ground) =>
          ['letter', 'ink'].map((name) =>
            contrast(colour(`var(--${name})`, tokens, scheme), colour(`var(--${ground})`, tokens, scheme)),
          ),
        );
      }).flat();
      expect(Math.min(...contrasts)).toBeGreaterThanOrEqual(4.5);
    });

function tokensOf(css: string): Record<string, string> {
  const found = css.slice(0, css.indexOf('}')).matchAll(/--([\w-]+):\s*([^;}]+)/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value.trim()]));
}

/** Parses only the colour functions that the theme uses. */
function colour(text: string, tokens: Record<string, string>, scheme: Scheme): Rgb {
  if (text.startsWith('#')) return fromHex(text);
  const [name, parts] = callOf(text);
  const read = (part: string | undefined): Rgb => colour(part ?? '', tokens, scheme);
  if (name === 'light-dark') return read(parts[scheme === 'light' ? 0 : 1]);
  if (name === 'var') return read(tokens[(parts[0] ?? '').slice(2)] ?? parts[1]);
  if (name === 'oklch') return oklchColour(text, tokens);
  if (name === 'color-mix') {
    const [, first = '', share = ''] = /^(.*) ([\d.]+)%$/.exec(parts[1] ?? '') ?? [];
    const [one, other] = [read(first), read(parts[2])];
    return mixed(one, other, Number(share) / 100);
  }
  throw new Error(`The test can't read the colour ${text}`);
}

function oklchColour(text: string, tokens: Record<string, string>): Rgb {
  const [lightness = 0, chroma = 0, hue = 0] = callOf(text, ' ')[1].map((part) => amount(part, tokens));
  return fromOklch(lightness, chroma, hue);
}

function amount(text: string, tokens: Record<string, string>): number {
  const [name, parts] = text.includes('(') ? callOf(text) : ['', []];
  if (name === 'var') return amount(tokens[(parts[0] ?? '').slice(2)] ?? parts[1] ?? '', tokens);
  if (name !== 'calc') return Number(text);
  return (parts[0] ?? '').split(/ (?=[+-] )/).reduce((sum, part) => {
    const [sign = '', term] = /^[+-] /.test(part) ? [part[0], part.slice(2)] : ['+', part];
    return sum + (sign === '-' ? -1 : 1) * product(term, tokens);
  }, 0);
}

const product = (text: string, tokens: Record<string, string>): number =>
  text.split(/ (?=[*/] )/).reduce((so, part) => {
    if (part.startsWith('/ ')) return so / amount(part.slice(2), tokens);
    return so * amount(part.replace('* ', ''), tokens);
  }, 1);

/** "name(a, b(c, d))" -> name and its arguments, split at the outermost commas or spaces. */
function callOf(text: string, separator: ',' | ' ' = ','): [string, string[]] {
  const parts = [''];
  let depth = 0;
  for (const char of text.slice(text.indexOf('(') + 1, -1)) {
    if (char === '(') depth++;
    if (char === ')') depth--;
    if (char === separator && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return [text.slice(0, text.indexOf('(')), parts.map((part) => part.trim())];
}

function fromHex(hex: string): Rgb {
  const digits = hex.length === 4 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1);
  const at = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16) / 255;
  return [at(0), at(2), at(4)];
}

/** Ottosson's OKLab to linear light, then to sRGB. */
function fromOklch(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const encoded = (value: number) => {
    const light = Math.min(1, Math.max(0, value));
    return light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
  };
  return [
    encoded(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    encoded(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    encoded(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ];
}

function mixed(one: Rgb, other: Rgb, share: number): Rgb {
  const at = (part: 0 | 1 | 2) => one[part] * share + other[part] * (1 - share);
  return [at(0), at(1), at(2)];
}

/** WCAG 2, from 1 to 21. */
function contrast(one: Rgb, other: Rgb): number {
  const luminance = (rgb: Rgb) => {
    const [red, green, blue] = rgb.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
  };
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}
