// UUIDs in their usual form as 16 bytes, which sort like the texts.

export const uuidBytes = 16;

const pairs = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** The two characters of each byte as one number. */
export const wordsOfPairs = Uint16Array.from(pairs, (pair) => pair.charCodeAt(0) * 256 + pair.charCodeAt(1));

/** Values of lower-case hexadecimal digits by character code; 16 for every other character. */
const digits = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = '0123456789abcdef'.indexOf(String.fromCharCode(code));
  return value < 0 ? 16 : value;
});
const digitAt = (text: string, at: number): number => digits[text.charCodeAt(at)] ?? 16;

/** False for any other text, after which the bytes have no meaning. */
export function packUuid(text: string, bytes: Uint8Array): boolean {
  if (text.length !== 36) return false;
  let from = 0;
  for (let byte = 0; byte < uuidBytes; byte += 1) {
    if (from === 8 || from === 13 || from === 18 || from === 23) {
      if (text[from] !== '-') return false;
      from += 1;
    }
    const [high, low] = [digitAt(text, from), digitAt(text, from + 1)];
    if (high === 16 || low === 16) return false;
    bytes[byte] = high * 16 + low;
    from += 2;
  }
  return true;
}

export function uuidText(bytes: Buffer, from: number): string {
  const hex = bytes.toString('hex', from, from + uuidBytes);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
