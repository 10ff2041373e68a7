// The opening of the member's data on this device. On a slow device, screens are shown before it ends.

let opening: Promise<unknown> = Promise.resolve();

export function setStorageOpening(next: Promise<unknown>): void {
  opening = next.catch(() => undefined);
}

/** Resolves once the data is open, or could not be opened. Await it before reading or writing the data. */
export const whenStorageOpened = (): Promise<unknown> => opening;

/** Longer than slow devices take. Some browsers' databases hang. */
export const longestOpeningMs = 10_000;

/** Resolves after `longestOpeningMs` even if the opening hangs. Await it where the member must be able to continue, such as at login. */
export const whenStorageOpenedInTime = (): Promise<unknown> =>
  Promise.race([opening, new Promise((resolve) => setTimeout(resolve, longestOpeningMs))]);
