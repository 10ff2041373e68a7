// Reads the numbers of Arabic and Persian keyboards.

/** Replaces the digits and the decimal point of Arabic scripts, which `Number` does not read, by 0 to 9 and a full stop. */
export const withLatinDigits = (text: string): string =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => `${digit.charCodeAt(0) & 15}`).replace('٫', '.');
