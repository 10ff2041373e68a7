// The server's VAPID keys and contact address: how keys are made and read, and the file in which earlier versions stored them.
import { createECDH } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod/mini';
import { isMissing } from './durable-files.ts';

const pushKeysSchema = z.object({
  publicKey: z.string().check(z.regex(/^[\w-]{87}$/)),
  privateKey: z.string().check(z.regex(/^[\w-]{43}$/)),
});

/** base64url: an uncompressed P-256 point of 65 bytes (the client's applicationServerKey), and its private key of 32. */
export type PushKeys = z.infer<typeof pushKeysSchema>;

/** Null for a file that does not exist, 'damaged' for one without a matching pair of keys. */
export async function readKeysFile(path: string): Promise<PushKeys | 'damaged' | null> {
  try {
    return parsePushKeys(await readFile(path, 'utf8')) ?? 'damaged';
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export function newPushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // About once in 256 keys, getPrivateKey omits leading zero bytes.
  const secret = pair.getPrivateKey();
  return { publicKey, privateKey: Buffer.concat([Buffer.alloc(32 - secret.length), secret]).toString('base64url') };
}

/**
 * The operator's contact address for push services: VAPID_SUBJECT if it is set, else the public URL, or a mailbox at its host if the
 * URL is not https or at localhost, which Apple refuses.
 */
export function vapidSubject(subject: string | null, publicUrl: string): string {
  if (subject !== null) return subject;
  const url = new URL(publicUrl);
  return url.protocol === 'https:' && url.hostname !== 'localhost' ? url.origin : `mailto:operator@${url.hostname}`;
}

/** Null if the text does not contain a matching pair of keys. */
export function parsePushKeys(text: string): PushKeys | null {
  try {
    const keys = pushKeysSchema.parse(JSON.parse(text));
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(keys.privateKey, 'base64url');
    return pair.getPublicKey('base64url') === keys.publicKey ? keys : null;
  } catch {
    return null;
  }
}
