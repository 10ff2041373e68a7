// Hands bytes to the browser as a file that the member keeps.

/** Long enough for a slow browser to have taken it. */
const takenMs = 60_000;

export function saveFile(bytes: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), takenMs);
}
