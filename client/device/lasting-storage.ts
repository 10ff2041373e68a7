// Asks the browser to keep this site's storage, once something is in it that must not be lost.
let isAsked = false;

/** Call before storing what exists nowhere else: a write that waits, a picture, a draft. Browsers may ask the member, or refuse. */
export function askForLastingStorage(): void {
  if (isAsked || typeof document === 'undefined') return;
  isAsked = true;
  void navigator.storage?.persist?.().catch(() => undefined);
}
