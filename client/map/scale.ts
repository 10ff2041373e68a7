// The length and text of the scale bar, in feet and miles.

export type Scale = { widthPx: number; text: string };

const metresPerFoot = 0.3048;
const feetPerMile = 5_280;

/** The longest length of 1, 2 or 5 times a power of ten that fits into `widthMostPx`. */
export function scaleFor(metresPerPixel: number, widthMostPx: number): Scale {
  const feetMost = (metresPerPixel * widthMostPx) / metresPerFoot;
  const inMiles = feetMost >= feetPerMile;
  const most = inMiles ? feetMost / feetPerMile : feetMost;
  const power = 10 ** Math.floor(Math.log10(most));
  const length = [5, 2, 1].map((step) => step * power).find((candidate) => candidate <= most) ?? power;
  const metres = length * metresPerFoot * (inMiles ? feetPerMile : 1);
  return {
    widthPx: Math.round(metres / metresPerPixel),
    text: `${Math.round(length).toLocaleString('en-US')} ${inMiles ? 'mi' : 'ft'}`,
  };
}
