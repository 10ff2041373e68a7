// Mixes a brand's hue into a colour. The lightness stays the same, and with it the contrast.

type Oklab = [lightness: number, a: number, b: number];

/** The accent's chroma is limited to this, because a stronger accent would turn water grey. */
const maxChroma = 0.08;

/** Both colours are #rrggbb; `share` is from 0 to 1. */
export function tinted(colour: string, accent: string, share: number): string {
  const [lightness, a, b] = oklabOf(colour);
  const [, accentA, accentB] = oklabOf(accent);
  const muted = Math.min(1, maxChroma / Math.hypot(accentA, accentB));
  return hexOf([lightness, a + (accentA * muted - a) * share, b + (accentB * muted - b) * share]);
}

/** In degrees of OKLCH. */
export function hueOf(colour: string): number {
  const [, a, b] = oklabOf(colour);
  return (Math.atan2(b, a) * 180) / Math.PI;
}

/** Converts to OKLab with Ottosson's formulas. */
function oklabOf(hex: string): Oklab {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function hexOf([lightness, a, b]: Oklab): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  const digits = linear.map((value) => {
    const light = Math.min(1, Math.max(0, value));
    const encoded = light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${digits.join('')}`;
}
