// Fakes a GPS whose fixes and errors the test controls.
import type { Page } from 'playwright-core';

export interface Gps {
  /** Waits until the app requests the location. */
  asked(): Promise<void>;
  fix(latitude: number, longitude: number): Promise<void>;
  /** `code` is a code of GeolocationPositionError, or 9 for an unknown error. */
  fail(code: number): Promise<void>;
  /** Returns the options of the app's last request. */
  options(): Promise<PositionOptions | null>;
}

type Watch = { onFix: PositionCallback; onFailure: PositionErrorCallback; options: PositionOptions };

/** Replaces the browser's geolocation on every page opened from now on. */
export async function replaceGps(page: Page): Promise<Gps> {
  await page.addInitScript(() => {
    const watches = new Map<number, Watch>();
    let last = 0;
    // A device that does not move gives its last location to each new watch.
    Object.defineProperty(globalThis, 'fakeFix', { value: { coords: null as object | null } });
    const fake = {
      watchPosition(onFix: PositionCallback, onFailure: PositionErrorCallback, options: PositionOptions): number {
        last += 1;
        watches.set(last, { onFix, onFailure, options });
        const { coords } = Reflect.get(globalThis, 'fakeFix') as { coords: object | null };
        if (coords) queueMicrotask(() => onFix({ coords, timestamp: Date.now() } as unknown as GeolocationPosition));
        return last;
      },
      clearWatch: (id: number): void => void watches.delete(id),
      getCurrentPosition: (): void => undefined,
    };
    Object.defineProperty(navigator, 'geolocation', { value: fake });
    Object.defineProperty(globalThis, 'fakeWatches', { value: watches });
  });
  const emit = (result: { latitude: number; longitude: number } | { code: number }) =>
    page.evaluate((next) => {
      const watches: ReadonlyMap<number, Watch> = Reflect.get(globalThis, 'fakeWatches');
      Reflect.get(globalThis, 'fakeFix').coords = 'code' in next ? null : next;
      for (const { onFix, onFailure } of watches.values())
        if ('code' in next) onFailure({ ...next, message: '' } as GeolocationPositionError);
        else onFix({ coords: next, timestamp: Date.now() } as unknown as GeolocationPosition);
    }, result);
  const newestOptions = () =>
    page.evaluate(() => {
      const watches: ReadonlyMap<number, Watch> = Reflect.get(globalThis, 'fakeWatches');
      return [...watches.values()].at(-1)?.options ?? null;
    });
  return {
    asked: () =>
      page
        .waitForFunction(() => (Reflect.get(globalThis, 'fakeWatches') as ReadonlyMap<number, unknown>).size > 0)
        .then(() => undefined),
    fix: (latitude, longitude) => emit({ latitude, longitude }),
    fail: (code) => emit({ code }),
    options: newestOptions,
  };
}
