// A short key for an English text, under which language files in the bundle have its translation.

/** FNV-1a of the UTF-16 units, in base 36. A test shows that no two texts of the app have the same key. */
export function textKey(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(36);
}
