// The opening of the member's data on this device. On a slow device, screens are shown before it ends.

let opening = Promise.resolve(true);

/** `next` resolves to false, or rejects, if the data cannot be opened. */
export function setStorageOpening(next: Promise<unknown>): void {
  opening = next.then(
    (isOpen) => isOpen !== false,
    () => false,
  );
}

/** Resolves once the data is open, or could not be opened. Await it before reading or writing the data. */
export const whenStorageOpened = (): Promise<unknown> => opening;

/** Longer than slow devices take. Some browsers' databases hang. */
export const longestOpeningMs = 10_000;

/**
 * Resolves to false if the data could not be opened, at the latest after `longestOpeningMs`. Await it where the member must be able to
 * continue, such as at login.
 */
export const whenStorageOpenedInTime = (): Promise<boolean> =>
  Promise.race([opening, new Promise<boolean>((resolve) => setTimeout(resolve, longestOpeningMs, false))]);
