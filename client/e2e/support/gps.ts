// A fake GPS that the test controls: fixes and errors.
import type { Page } from 'playwright-core';

export interface Gps {
  /** Waits until the app requests the location. */
  asked(): Promise<void>;
  fix(latitude: number, longitude: number): Promise<void>;
  /** A code of GeolocationPositionError, or 9 for an unknown one. */
  fail(code: number): Promise<void>;
  /** The options of the app's last request. */
  options(): Promise<PositionOptions | null>;
}

type Heard = { onFix: PositionCallback; onFailure: PositionErrorCallback; options: PositionOptions };

/** Replaces the browser's geolocation on every page opened from now on. */
export async function holdGps(page: Page): Promise<Gps> {
  await page.addInitScript(() => {
    const watches = new Map<number, Heard>();
    let last = 0;
    const held = {
      watchPosition(onFix: PositionCallback, onFailure: PositionErrorCallback, options: PositionOptions): number {
        last += 1;
        watches.set(last, { onFix, onFailure, options });
        return last;
      },
      clearWatch: (id: number): void => void watches.delete(id),
      getCurrentPosition: (): void => undefined,
    };
    Object.defineProperty(navigator, 'geolocation', { value: held });
    Object.defineProperty(globalThis, 'heldGps', { value: watches });
  });
  const tell = (what: { latitude: number; longitude: number } | { code: number }) =>
    page.evaluate((said) => {
      const watches: ReadonlyMap<number, Heard> = Reflect.get(globalThis, 'heldGps');
      for (const { onFix, onFailure } of watches.values())
        if ('code' in said) onFailure({ ...said, message: '' } as GeolocationPositionError);
        else onFix({ coords: said, timestamp: Date.now() } as unknown as GeolocationPosition);
    }, what);
  const newest = () =>
    page.evaluate(() => {
      const watches: ReadonlyMap<number, Heard> = Reflect.get(globalThis, 'heldGps');
      return [...watches.values()].at(-1)?.options ?? null;
    });
  return {
    asked: () =>
      page
        .waitForFunction(() => (Reflect.get(globalThis, 'heldGps') as ReadonlyMap<number, unknown>).size > 0)
        .then(() => undefined),
    fix: (latitude, longitude) => tell({ latitude, longitude }),
    fail: (code) => tell({ code }),
    options: newest,
  };
}
