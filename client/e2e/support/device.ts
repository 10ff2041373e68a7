// A device with one window of the app, with the same interface for every browser.
import { openPerson } from './person.ts';

export interface Device {
  goto(url: string): Promise<void>;
  /** Runs `work` in the page and returns its result. Arguments and result are JSON. */
  run<A, T>(work: (arg: A) => T | Promise<T>, arg: A): Promise<T>;
  /** Closes the app and opens it again with the same storage. */
  reopen(url: string): Promise<void>;
  leave(): Promise<void>;
}

/** A device whose browser keeps its profile in a directory. */
export interface DeviceOnDisk extends Device {
  readonly directory: string;
  /** Closes the app and keeps its files. */
  closeApp(): Promise<void>;
}

/** `prepare` runs in each page before the page's own scripts. In Chromium it runs only until the app is closed. */
export interface DeviceOptions {
  readonly prepare?: () => void;
}

/** Opens a Chromium with a profile on disk. */
export async function openChromium({ prepare }: DeviceOptions = {}): Promise<DeviceOnDisk> {
  const person = await openPerson({ isOnDisk: true });
  if (prepare !== undefined) await person.context.addInitScript(prepare);
  return {
    directory: person.directory ?? '',
    closeApp: person.closeApp,
    goto: async (url) => void (await person.page.goto(url)),
    run: (work, arg) => person.page.evaluate(textOf(work, arg)),
    async reopen(url) {
      await person.closeApp();
      await person.openApp(url);
    },
    leave: person.leave,
  };
}

/** Returns the call of `work` as source text that a page can run. */
export const textOf = <A, T>(work: (arg: A) => T, arg: A): string => `(${work})(${JSON.stringify(arg)})`;
