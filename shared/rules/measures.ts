// Heights and weights as people write them, read into centimetres and kilograms.

/** 5'11", 5 ft 11, 180 cm, 1.80 m, 180 -> centimetres; null when it can't be read or is no adult's height. */
export function heightCmOf(text: string): number | null {
  const t = text.trim().toLowerCase().replace(',', '.');
  const feet = /^(\d)\s*(?:'|’|ft|feet|foot)\s*(?:(\d{1,2}(?:\.\d+)?)\s*(?:"|''|”|in|inches)?)?$/.exec(t);
  if (feet) return within((Number(feet[1]) * 12 + Number(feet[2] ?? 0)) * 2.54, 90, 260);
  const metres = /^(\d\.\d{1,2})\s*m?$/.exec(t);
  if (metres) return within(Number(metres[1]) * 100, 90, 260);
  const centimetres = /^(\d{2,3}(?:\.\d+)?)\s*(?:cm)?$/.exec(t);
  return centimetres ? within(Number(centimetres[1]), 90, 260) : null;
}

/** 170 lb, 77 kg, 12 st 2 -> kilograms; a bare number is pounds from 120 on, else kilograms. */
export function weightKgOf(text: string): number | null {
  const t = text.trim().toLowerCase().replace(',', '.');
  const match = /^(\d{2,3}(?:\.\d+)?)\s*(lb|lbs|pounds|#|kg|kgs|kilos)?$/.exec(t);
  if (match) {
    const value = Number(match[1]);
    const isPounds = match[2] ? !match[2].startsWith('k') : value >= 120;
    return within(isPounds ? value * 0.45359237 : value, 30, 400);
  }
  const stone = /^(\d{1,2})\s*st(?:one)?\s*(\d{1,2})?\s*(?:lb|lbs)?$/.exec(t);
  return stone ? within((Number(stone[1]) * 14 + Number(stone[2] ?? 0)) * 0.45359237, 30, 400) : null;
}

const within = (value: number, least: number, most: number): number | null =>
  value >= least && value <= most ? Math.round(value * 10) / 10 : null;
