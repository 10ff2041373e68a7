// A brand's colours and shape as CSS custom properties, from which the theme derives everything else, and the contrast of colours.
import type { Brand } from '#shared/brand.ts';

/** Precedes the theme in the style sheet of the brand's hosts. The theme selects the -dark values in dark mode. */
export function brandCss({ colours, shape }: Brand): string {
  const { hue, chroma, accent, onAccent, tint } = colours;
  const tokens = {
    '--brand-hue': hue,
    '--brand-chroma': chroma,
    '--accent': accent.light,
    '--accent-dark': accent.dark,
    '--on-accent': onAccent.light,
    '--on-accent-dark': onAccent.dark,
    '--tint': tint.light,
    '--tint-dark': tint.dark,
    '--brand-radius': shape.radius,
    '--heading-width': `${shape.headingWidth}%`,
    '--heading-weight': shape.headingWeight,
    '--motif': `url("${motifUrl(shape.motif)}")`,
    '--look': 'url(/icons/screenshot-narrow.webp)',
    '--look-dark': 'url(/icons/screenshot-narrow-dark.webp)',
  };
  return `:root{${Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}\n`;
}

/** Used as a mask, so that it takes the colours of the theme. */
export function motifUrl(lines: string): string {
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 240 240' fill='none' stroke='#000' stroke-width='6' stroke-linecap='round' stroke-linejoin='round'>${lines}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** WCAG 2 contrast of two #rrggbb colours, from 1 (none) to 21. */
export function contrast(one: string, other: string): number {
  const [lighter, darker] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((lighter ?? 0) + 0.05) / ((darker ?? 0) + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
