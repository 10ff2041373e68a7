// A brand's colours as CSS custom properties; the theme derives everything else from them.
import type { Brand } from '#shared/brand.ts';

/** Precedes the theme in the style sheet of the brand's hosts. The theme selects the -dark values in dark mode. */
export function brandCss({ colours }: Brand): string {
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
  };
  return `:root{${Object.entries(tokens)
    .map(([name, value]) => `${name}:${value}`)
    .join(';')}}\n`;
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
