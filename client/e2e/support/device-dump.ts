// Reads all data of the device as one text, in which tests search for what must not be readable.
import type { Page } from 'playwright-core';

/** All data of the device as text: databases with their keys, caches, local and session storage. */
export const deviceDump = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const answered = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no answer')));
      });
    const readable = (_key: string, value: unknown): unknown => {
      if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value);
      return value instanceof Uint8Array ? new TextDecoder('latin1').decode(value) : value;
    };
    const found: string[] = [JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })];
    for (const { name = '' } of await indexedDB.databases()) {
      const database = await answered(indexedDB.open(name));
      for (const storeName of database.objectStoreNames) {
        const store = database.transaction(storeName).objectStore(storeName);
        const [rows, keys] = [answered(store.getAll()), answered(store.getAllKeys())];
        found.push(JSON.stringify([await rows, await keys], readable));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) found.push(`${request.url} ${await (await cache.match(request))?.text()}`);
    }
    return found.join('\n');
  });
