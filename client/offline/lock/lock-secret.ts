// The secret in the key file of an app lock, without which neither PIN nor passkey opens it.
import { writeKeyFile } from '#client/device/key-file.ts';
import { readKeyFile } from '#client/device/read-key-file.ts';
import type { FileSecret } from './lock-keys.ts';

const secretBytes = 32;

/** Empty where the browser has no key files, and for a lock that was set before there were any. */
export const lockSecret = async (): Promise<FileSecret> => (await readKeyFile('lock-key')) ?? new Uint8Array();

/** For a new lock. */
export async function newLockSecret(): Promise<FileSecret> {
  const secret = crypto.getRandomValues(new Uint8Array(secretBytes));
  return (await writeKeyFile('lock-key', secret)) ? secret : new Uint8Array();
}
