// The opening of the member's data on this device. On a slow device, screens are shown before it ends.

let opening: Promise<unknown> = Promise.resolve();

export function setStorageOpening(next: Promise<unknown>): void {
  opening = next.catch(() => undefined);
}

/** Resolves once the data is open, or cannot be opened. Await it before what would fail without the data keys. */
export const whenStorageOpened = (): Promise<unknown> => opening;
