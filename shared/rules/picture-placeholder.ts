// What stands in for a picture until it is there: three rows of three RGB pixels, as 36 characters.

/** Pixels in a row, and rows. */
export const placeholderSide = 3;
/** Three bytes for each pixel. */
export const placeholderBytes = placeholderSide * placeholderSide * 3;

/** Base64 of nine RGB pixels, row by row. @throws RangeError for another number of bytes */
export function encodePlaceholder(rgb: Uint8Array): string {
  if (rgb.length !== placeholderBytes) throw new RangeError(`A placeholder has ${placeholderBytes} bytes, not ${rgb.length}.`);
  return btoa(String.fromCharCode(...rgb));
}

/** The nine RGB pixels, row by row; null for a text that is no placeholder, as of a picture that has none. */
export function decodePlaceholder(text: string): Uint8Array | null {
  if (!/^[\d+/A-Za-z]{36}$/.test(text)) return null;
  return Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
}
