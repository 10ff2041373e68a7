// Drawn portraits for demos, test users and tests. They are obviously artificial, and each seed gives a different one.

/** A generator of numbers from 0 to below 1. The same seed gives the same numbers. */
export function randomNumbers(seed: number): () => number {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const skins = ['#f2d2b6', '#e8b894', '#d79a6d', '#b97a4f', '#8d5a3a', '#6b4228', '#f6dccb', '#c98b62'];
const hairs = ['#2b1d16', '#4a3020', '#7a5230', '#b8863b', '#d9c08a', '#8f8f8f', '#3a3a42', '#a5522d'];
const shirts = ['#355c7d', '#6c5b7b', '#c06c84', '#2a9d8f', '#e76f51', '#264653', '#8d99ae', '#588157', '#bc4749', '#5f0f40'];
const grounds = ['#f4a261', '#9bc1bc', '#cdb4db', '#a3b18a', '#ffb4a2', '#84a59d', '#b8c0ff', '#e9c46a', '#7a9e9f', '#d4a5a5'];

/** The drawing as SVG, with the aspect ratio of profile pictures. */
export function portraitSvg(seed: number): string {
  const next = randomNumbers(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const [skin, hair, shirt, ground, second] = [pick(skins), pick(hairs), pick(shirts), pick(grounds), pick(grounds)];
  const faceWidth = 88 + next() * 24;
  const faceHeight = 112 + next() * 22;
  const eyes = 34 + next() * 12;
  const smile = 10 + next() * 16;
  const kind = Math.floor(next() * 5);
  const top = 212 - faceHeight;
  const hairShape = [
    `<path d="M${200 - faceWidth} 210 Q${200 - faceWidth} ${top - 30} 200 ${top - 30} Q${200 + faceWidth} ${top - 30} ${200 + faceWidth} 210 Q200 ${top + 20} ${200 - faceWidth} 210Z" fill="${hair}"/>`,
    `<path d="M${196 - faceWidth} 220 Q${190 - faceWidth} ${top - 48} 210 ${top - 44} Q${214 + faceWidth} ${top - 40} ${204 + faceWidth} 220 Q${180 + faceWidth} ${top + 40} 170 ${top + 46} Q${220 - faceWidth} ${top + 60} ${196 - faceWidth} 220Z" fill="${hair}"/>`,
    '',
    `<ellipse cx="200" cy="${top + 8}" rx="${faceWidth * 0.96}" ry="54" fill="${hair}"/><circle cx="200" cy="${top - 42}" r="34" fill="${hair}"/>`,
    `<path d="M${194 - faceWidth} 300 Q${180 - faceWidth} ${top - 44} 200 ${top - 42} Q${220 + faceWidth} ${top - 44} ${206 + faceWidth} 300 L${180 + faceWidth} 300 Q${190 + faceWidth} ${top + 50} 200 ${top + 34} Q${210 - faceWidth} ${top + 50} ${220 - faceWidth} 300Z" fill="${hair}"/>`,
  ][kind];
  const beard =
    next() < 0.45
      ? `<path d="M${200 - faceWidth * 0.94} 232 Q${200 - faceWidth * 0.9} ${212 + faceHeight + 14} 200 ${212 + faceHeight + 14} Q${200 + faceWidth * 0.9} ${212 + faceHeight + 14} ${200 + faceWidth * 0.94} 232 Q${200 + faceWidth * 0.6} 262 200 258 Q${200 - faceWidth * 0.6} 262 ${200 - faceWidth * 0.94} 232Z" fill="${hair}" opacity="0.92"/>`
      : '';
  const glasses =
    next() < 0.3
      ? `<g fill="none" stroke="#22222a" stroke-width="6"><circle cx="${200 - eyes}" cy="206" r="25"/><circle cx="${200 + eyes}" cy="206" r="25"/><path d="M${200 - eyes + 25} 204 Q200 196 ${200 + eyes - 25} 204"/></g>`
      : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 500"><defs><linearGradient id="g" x1="0" y1="0" x2="${next().toFixed(2)}" y2="1"><stop offset="0" stop-color="${ground}"/><stop offset="1" stop-color="${second}"/></linearGradient></defs><rect width="400" height="500" fill="url(#g)"/><circle cx="${60 + next() * 280}" cy="${60 + next() * 120}" r="${60 + next() * 90}" fill="#fff" opacity="0.16"/><path d="M30 500 Q40 368 150 352 L250 352 Q360 368 370 500Z" fill="${shirt}"/><path d="M160 300 L160 366 Q200 402 240 366 L240 300Z" fill="${skin}"/><path d="M160 330 Q200 362 240 330 L240 344 Q200 378 160 344Z" fill="#000" opacity="0.12"/><ellipse cx="${200 - faceWidth}" cy="216" rx="16" ry="26" fill="${skin}"/><ellipse cx="${200 + faceWidth}" cy="216" rx="16" ry="26" fill="${skin}"/><ellipse cx="200" cy="212" rx="${faceWidth}" ry="${faceHeight}" fill="${skin}"/>${beard}${hairShape}<g fill="#22222a"><ellipse cx="${200 - eyes}" cy="206" rx="8" ry="10"/><ellipse cx="${200 + eyes}" cy="206" rx="8" ry="10"/></g><g stroke="${hair}" stroke-width="8" stroke-linecap="round" fill="none"><path d="M${200 - eyes - 18} 178 q18 -12 36 -2"/><path d="M${200 + eyes - 18} 176 q18 -10 36 2"/></g><path d="M200 214 q-12 34 2 38 q10 2 14 -4" stroke="#000" stroke-opacity="0.25" stroke-width="5" fill="none" stroke-linecap="round"/><path d="M${200 - 34} 278 Q200 ${278 + smile} ${200 + 34} 278" stroke="#7a2e2e" stroke-width="8" fill="none" stroke-linecap="round"/>${glasses}</svg>`;
}

/** The drawing as PNG bytes, `width` pixels wide. The library is loaded when it is first needed, because most servers never draw. */
export async function portrait(seed: number, width: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  return sharp(Buffer.from(portraitSvg(seed)), { density: (72 * width) / 400 })
    .resize({ width })
    .png()
    .toBuffer();
}

/** A portrait with margins at both sides, as a picture to crop. */
export async function widePortrait(seed: number, width: number): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const room = Math.round(width / 4);
  const whole = sharp(await portrait(seed, width - 2 * room));
  return whole.extend({ left: room, right: room, extendWith: 'copy' }).png().toBuffer();
}
