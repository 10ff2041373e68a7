// Cursors of sockets: the last revision that a member received, readable by this server only.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

export interface Cursors {
  /** Different at each call, and of the same length for each revision. */
  seal(profileId: string, revision: number): string;
  /** The revision; null for anything but this member's cursor, and for a revision that was lost when a backup was restored. */
  open(profileId: string, cursor: string): number | null;
}

interface Epochs {
  readonly key: string;
  readonly current: string;
  /** The first revision of the next epoch, by epoch. */
  readonly ends: ReadonlyMap<string, number>;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const revisionBytes = 8;

/**
 * Each run of the server is an epoch. After a backup is restored, the next epoch begins at the restored revision: a cursor of an
 * earlier epoch with that revision or a later one refers to changes that were lost.
 */
export function createCursors({ key, current, ends }: Epochs): Cursors {
  /** Each member has their own key, so that nobody can use the cursor of another. */
  const keyOf = (profileId: string) => createHmac('sha256', key).update(profileId).digest();

  function decrypted(profileId: string, cursor: string): Buffer {
    const bytes = Buffer.from(cursor, 'base64url');
    const decipher = createDecipheriv(algorithm, keyOf(profileId), bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
    decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
  }

  return {
    seal(profileId, revision) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, keyOf(profileId), iv, { authTagLength: tagBytes });
      const plain = Buffer.alloc(revisionBytes);
      plain.writeDoubleBE(revision);
      const sealed = [cipher.update(plain), cipher.update(current), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
    },
    open(profileId, cursor) {
      try {
        const plain = decrypted(profileId, cursor);
        const revision = plain.readDoubleBE();
        return revision < (ends.get(plain.toString('utf8', revisionBytes)) ?? 0) ? revision : null;
      } catch {
        return null;
      }
    },
  };
}
