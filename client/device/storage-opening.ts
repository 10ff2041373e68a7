// The opening of the member's data on this device. On a slow device, screens are shown before it ends.

let opening: Promise<unknown> = Promise.resolve();

export function setStorageOpening(next: Promise<unknown>): void {
  opening = next.catch(() => undefined);
}

/** Resolves once the data is open, or cannot be opened. Await it before what would fail without the data keys. */
export const whenStorageOpened = (): Promise<unknown> => opening;

/** Longer than slow devices take. Some browsers' databases hang. */
export const longestOpeningMs = 10_000;

/** The same, but it resolves after a time limit, too. Await it before the member is asked or told what the data contains. */
export const whenStorageOpenedInTime = (): Promise<unknown> =>
  Promise.race([opening, new Promise((resolve) => setTimeout(resolve, longestOpeningMs))]);
