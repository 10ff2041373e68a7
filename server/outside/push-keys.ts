// The server's VAPID keys. They are created at the first start, and stored in the data directory.
import { createECDH, randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { isMissing, writeFlushed } from './durable-files.ts';

const pushKeysSchema = z.object({
  publicKey: z.string().check(z.regex(/^[\w-]{87}$/)),
  privateKey: z.string().check(z.regex(/^[\w-]{43}$/)),
});

/** base64url: an uncompressed P-256 point of 65 bytes (the client's applicationServerKey), and its private key of 32. */
export type PushKeys = z.infer<typeof pushKeysSchema>;

/**
 * Reads `push-keys.json` (readable by its owner only), or creates it. Processes that start concurrently get the same keys. All
 * subscriptions depend on these keys, so a damaged file is an error and never replaced.
 * @throws Error if the file is damaged.
 */
export async function loadPushKeys(dataDirectory: string): Promise<PushKeys> {
  const path = join(dataDirectory, 'push-keys.json');
  const stored = await readKeys(path);
  if (stored) return stored;
  await mkdir(dataDirectory, { recursive: true });
  const draft = `${path}.${randomUUID()}`;
  try {
    await writeFlushed(draft, JSON.stringify(newPushKeys()));
    // Unlike a rename, a link fails if another process was faster.
    await link(draft, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  } finally {
    await rm(draft, { force: true });
  }
  const made = await readKeys(path);
  if (!made) throw new Error(`${path} disappeared right after it was created`);
  return made;
}

export function newPushKeys(): PushKeys {
  const pair = createECDH('prime256v1');
  const publicKey = pair.generateKeys('base64url');
  // About once in 256 keys, getPrivateKey omits leading zero bytes.
  const secret = pair.getPrivateKey();
  return { publicKey, privateKey: Buffer.concat([Buffer.alloc(32 - secret.length), secret]).toString('base64url') };
}

/**
 * The operator's contact address for push services: VAPID_SUBJECT if set, else the public URL if it is https and not localhost, which
 * Apple refuses, else a mailbox at its host.
 * @throws Error if VAPID_SUBJECT is neither a mailto: nor an https: address.
 */
export function vapidSubject(subject: string | undefined, publicUrl: string): string {
  if (subject !== undefined && subject !== '') {
    if (!/^mailto:[^\s@]+@[^\s@]+$/.test(subject) && URL.parse(subject)?.protocol !== 'https:') {
      throw new Error('VAPID_SUBJECT must look like mailto:operator@example.org or https://example.org');
    }
    return subject;
  }
  const url = new URL(publicUrl);
  return url.protocol === 'https:' && url.hostname !== 'localhost' ? url.origin : `mailto:operator@${url.hostname}`;
}

async function readKeys(path: string): Promise<PushKeys | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
  const keys = parseKeys(text);
  if (!keys) throw new Error(`${path} is damaged: restore it from a backup, or remove it and every push subscription`);
  return keys;
}

/** Null if the text does not contain a matching pair of keys. */
function parseKeys(text: string): PushKeys | null {
  try {
    const keys = pushKeysSchema.parse(JSON.parse(text));
    const pair = createECDH('prime256v1');
    pair.setPrivateKey(keys.privateKey, 'base64url');
    return pair.getPublicKey('base64url') === keys.publicKey ? keys : null;
  } catch {
    return null;
  }
}
