// Writes and erases key files in the origin private file system: deleted values of a browser's databases stay on disk.
import { keyDirectory, type KeyFile } from './read-key-file.ts';

/** Overwriting takes some milliseconds; a worker that fails to load may report no error. */
const overwriteTimeoutMs = 2_000;

/** False where the browser cannot overwrite files in place, so that a key in one could not be erased. */
export const writeKeyFile = (name: KeyFile, bytes: Uint8Array<ArrayBuffer>): Promise<boolean> => overwrite([name], bytes);

/** Overwrites the files with zeros and removes them. False if they could not be overwritten. */
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
