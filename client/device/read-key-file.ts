// Reads key files in the origin private file system, in pages and in the service worker.

/** 'device-key': the root of the data keys while no app lock is set. 'lock-key': without it neither PIN nor passkey opens the lock. */
export type KeyFile = 'device-key' | 'lock-key';

/** Null if it is missing or the browser has no such files. Rejects if it cannot be read now. */
export async function readKeyFile(name: KeyFile): Promise<Uint8Array<ArrayBuffer> | null> {
  const directory = await keyDirectory();
  if (directory === null) return null;
  try {
    const file = await (await directory.getFileHandle(name)).getFile();
    const bytes = new Uint8Array(await file.arrayBuffer());
    // Zeros remain if the browser was closed between overwriting and removing.
    return bytes.some((byte) => byte !== 0) ? bytes : null;
  } catch (error) {
    if (isNamed(error, 'NotFoundError')) return null;
    throw error;
  }
}

/** Null where there is none, as in private windows of some browsers. */
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
