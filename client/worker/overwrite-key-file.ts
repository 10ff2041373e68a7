// A dedicated worker that overwrites key files in place, with new bytes or with zeros before it removes them.
// Otherwise browsers write a new file, and the old bytes stay on disk.

interface Order {
  readonly names: readonly string[];
  /** Null erases the files. */
  readonly bytes: Uint8Array<ArrayBuffer> | null;
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  Promise.all(data.names.map((name) => overwrite(name, data.bytes))).then(
    () => postMessage(true),
    () => postMessage(false),
  );
});

async function overwrite(name: string, bytes: Order['bytes']): Promise<void> {
  const directory = await navigator.storage.getDirectory();
  const file = await directory.getFileHandle(name, { create: bytes !== null }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'NotFoundError') return null;
    throw error;
  });
  if (file === null) return;
  const access = await file.createSyncAccessHandle();
  try {
    const next = bytes ?? new Uint8Array(access.getSize());
    if (access.write(next, { at: 0 }) < next.length) throw new Error('The device is full.');
    access.flush();
  } finally {
    access.close();
  }
  if (bytes === null) await directory.removeEntry(name);
}
