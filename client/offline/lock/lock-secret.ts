// The secret in the key file of an app lock. It is needed to open the lock by PIN or passkey.
import { writeKeyFile } from '#client/device/key-file.ts';
import { readKeyFile } from '#client/device/read-key-file.ts';
import type { FileSecret } from './lock-keys.ts';

const secretBytes = 32;

/** Empty if the browser has no key files, and for a lock that is older than key files. */
export const lockSecret = async (): Promise<FileSecret> => (await readKeyFile('lock-key')) ?? new Uint8Array();

/** Creates and stores the secret of a new lock. */
export async function newLockSecret(): Promise<FileSecret> {
  const secret = crypto.getRandomValues(new Uint8Array(secretBytes));
  return (await writeKeyFile('lock-key', secret)) ? secret : new Uint8Array();
}
