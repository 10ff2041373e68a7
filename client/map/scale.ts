// Computes the length and text of the scale bar, in feet and miles.

export type Scale = { widthPx: number; text: string };

const metresPerFoot = 0.3048;
const feetPerMile = 5_280;

/** The largest length of 1, 2 or 5 times a power of ten that fits into `maxWidthPx`. */
export function scaleFor(metresPerPixel: number, maxWidthPx: number): Scale {
  const maxFeet = (metresPerPixel * maxWidthPx) / metresPerFoot;
  const inMiles = maxFeet >= feetPerMile;
  const maxLength = inMiles ? maxFeet / feetPerMile : maxFeet;
  const power = 10 ** Math.floor(Math.log10(maxLength));
  const length = [5, 2, 1].map((step) => step * power).find((candidate) => candidate <= maxLength) ?? power;
  const metres = length * metresPerFoot * (inMiles ? feetPerMile : 1);
  return {
    widthPx: Math.round(metres / metresPerPixel),
    text: `${Math.round(length).toLocaleString('en-US')} ${inMiles ? 'mi' : 'ft'}`,
  };
}
