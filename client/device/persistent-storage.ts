// Asks the browser to keep this site's storage, because it may contain data that exists nowhere else.
let isAsked = false;

/** Call it when a waiting write, a picture or a draft is stored. Browsers may ask the member, or refuse. */
export function requestPersistentStorage(): void {
  if (isAsked || typeof document === 'undefined') return;
  isAsked = true;
  void navigator.storage?.persist?.().catch(() => undefined);
}
