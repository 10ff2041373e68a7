// Writes and erases key files in the origin private file system. In a browser's database, deleted values stay on disk.
import { keyDirectory, type KeyFile } from './read-key-file.ts';

/** Overwriting takes a few milliseconds. The time limit is for a worker that does not load and reports no error. */
const overwriteTimeoutMs = 2_000;

/** Returns false if the browser cannot overwrite files in place. A key that is written in another way could not be erased. */
export const writeKeyFile = (name: KeyFile, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> => overwrite([name], bytes);

/** Overwrites the files with zeros and removes them. If they cannot be overwritten, only removes them and returns false. */
export async function eraseKeyFiles(...names: readonly KeyFile[]): Promise<boolean> {
  const directory = await keyDirectory();
  if (directory === null) return true;
  if (await overwrite(names, null)) return true;
  await Promise.allSettled(names.map((name) => directory.removeEntry(name)));
  return false;
}

/** Only a dedicated worker can write to a file in place. */
async function overwrite(names: readonly KeyFile[], bytes: Uint8Array<ArrayBuffer> | null): Promise<boolean> {
  if (!('Worker' in globalThis)) return false;
  const worker = new Worker(new URL('../worker/overwrite-key-file.ts', import.meta.url));
  try {
    return await new Promise((resolve) => {
      worker.addEventListener('message', ({ data }) => resolve(data === true));
      worker.addEventListener('error', () => resolve(false));
      setTimeout(resolve, overwriteTimeoutMs, false);
      worker.postMessage({ names, bytes });
    });
  } finally {
    worker.terminate();
  }
}
