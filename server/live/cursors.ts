// Cursors of sockets: the last revision that a member received, encrypted so that only this server can read it.
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

export interface Cursors {
  /** Different for each call, and always of the same length. */
  seal(profileId: string, revision: number): string;
  /** The revision. Null if it is not this member's cursor, or the revision was lost when a backup was restored. */
  open(profileId: string, cursor: string): Promise<number | null>;
}

interface Epochs {
  readonly key: string;
  readonly current: () => string;
  /** The first revision of the next epoch. Infinity if none has followed, and null for an unknown epoch. */
  endOf(id: string): Promise<number | null>;
}

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;
const revisionBytes = 8;

/**
 * An epoch lasts as long as any process runs. After a backup is restored, the next epoch begins at the restored revision. A cursor of an
 * earlier epoch with that revision or a later one is about changes that were lost.
 */
export function createCursors({ key, current, endOf }: Epochs): Cursors {
  /** Each member has a key of their own, so that nobody can use the cursor of another member. */
  const keyOf = (profileId: string) => createHmac('sha256', key).update(profileId).digest();

  function decrypted(profileId: string, cursor: string): Buffer | null {
    try {
      const bytes = Buffer.from(cursor, 'base64url');
      const decipher = createDecipheriv(algorithm, keyOf(profileId), bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      decipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]);
    } catch {
      return null;
    }
  }

  return {
    seal(profileId, revision) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, keyOf(profileId), iv, { authTagLength: tagBytes });
      const plain = Buffer.alloc(revisionBytes);
      plain.writeDoubleBE(revision);
      const sealed = [cipher.update(plain), cipher.update(current()), cipher.final()];
      return Buffer.concat([iv, cipher.getAuthTag(), ...sealed]).toString('base64url');
    },
    async open(profileId, cursor) {
      const plain = decrypted(profileId, cursor);
      if (plain === null) return null;
      const revision = plain.readDoubleBE();
      const end = await endOf(plain.toString('utf8', revisionBytes));
      return end !== null && revision < end ? revision : null;
    },
  };
}
