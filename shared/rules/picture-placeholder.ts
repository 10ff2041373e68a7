// The placeholder of a loading picture: three rows of three RGB pixels, encoded as 36 characters.

/** The number of rows and columns. */
export const placeholderSide = 3;
/** Three bytes per pixel. */
export const placeholderBytes = placeholderSide * placeholderSide * 3;

/** Base64; four characters per pixel. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/** Encodes nine RGB pixels, row by row. @throws RangeError for any other number of bytes */
export function encodePlaceholder(rgb: Uint8Array): string {
  if (rgb.length !== placeholderBytes) throw new RangeError(`A placeholder has ${placeholderBytes} bytes, not ${rgb.length}.`);
  let text = '';
  for (let at = 0; at < placeholderBytes; at += 3) {
    const [red = 0, green = 0, blue = 0] = rgb.subarray(at, at + 3);
    const pixel = (red << 16) | (green << 8) | blue;
    for (const shift of [18, 12, 6, 0]) text += alphabet[(pixel >> shift) & 63];
  }
  return text;
}

/** The nine RGB pixels, row by row; null if the text is not a placeholder. */
export function decodePlaceholder(text: string): Uint8Array | null {
  if (!/^[\d+/A-Za-z]{36}$/.test(text)) return null;
  const rgb = new Uint8Array(placeholderBytes);
  for (let at = 0; at < placeholderBytes; at += 3) {
    const first = (at / 3) * 4;
    let pixel = 0;
    for (const character of text.slice(first, first + 4)) pixel = (pixel << 6) | alphabet.indexOf(character);
    rgb.set([pixel >> 16, (pixel >> 8) & 255, pixel & 255], at);
  }
  return rgb;
}
