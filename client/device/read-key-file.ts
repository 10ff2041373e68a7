// Reads key files in the origin private file system, in pages and in the service worker.

/** 'device-key' is the root of the data keys if there is no app lock. 'lock-key' is needed to open the lock by PIN or passkey. */
export type KeyFile = 'device-key' | 'lock-key';

/** Null if the file is missing or the browser has no such files. Rejects if it cannot be read now. */
export async function readKeyFile(name: KeyFile): Promise<Uint8Array<ArrayBuffer> | null> {
  const directory = await keyDirectory();
  if (directory === null) return null;
  try {
    const file = await (await directory.getFileHandle(name)).getFile();
    const bytes = new Uint8Array(await file.arrayBuffer());
    // If the browser was closed between overwriting and removing, the file contains zeros.
    return bytes.some((byte) => byte !== 0) ? bytes : null;
  } catch (error) {
    if (isNamed(error, 'NotFoundError')) return null;
    throw error;
  }
}

/** Null if the browser has none, as in some private windows. */
export async function keyDirectory(): Promise<FileSystemDirectoryHandle | null> {
  if (globalThis.navigator?.storage?.getDirectory === undefined) return null;
  try {
    return await navigator.storage.getDirectory();
  } catch (error) {
    if (isNamed(error, 'SecurityError')) return null;
    throw error;
  }
}

const isNamed = (error: unknown, name: string): boolean => error instanceof DOMException && error.name === name;
