// Saves bytes as a file in the member's downloads.

/** After this time even a slow browser has started the download. */
const revokeAfterMs = 60_000;

export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), revokeAfterMs);
}
