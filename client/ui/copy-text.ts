// Copies a text to the clipboard.

/** False if the browser refuses it, or has no clipboard, as over plain http. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
