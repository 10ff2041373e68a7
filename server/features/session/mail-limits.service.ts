// Lets the owner of a mailbox limit mails to known browsers, with an encrypted token that each such mail contains.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { createSecretsStore } from '#server/db/secrets.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import { createMailLimitsStore } from './mail-limits.store.ts';

export interface MailLimitsService {
  /** The token for a mail. It hides the email address, because it is part of a URL. */
  tokenFor(email: string): string;
  /** Limits the mails for 30 days, or removes the limit. Problem: bad-mail-link. */
  change(token: string, isLimited: boolean): Promise<void>;
}

const nonceBytes = 12;
const tagBytes = 16;

export async function openMailLimits({ clock, db, ids, limits }: World): Promise<MailLimitsService> {
  const stored = await db.write((tx) => createSecretsStore(tx).findOrStore('mail-limits', ids.secret(32)));
  const key = Buffer.from(stored, 'base64url');

  /** The email address in a token. Null if the token is not ours or is too old. */
  function emailIn(token: string): string | null {
    const bytes = Buffer.from(token, 'base64url');
    if (bytes.length <= nonceBytes + tagBytes) return null;
    const opening = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    opening.setAuthTag(bytes.subarray(-tagBytes));
    try {
      const text = opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
      const space = text.indexOf(' ');
      return clock.now() - Number(text.slice(0, space)) < limits.mailLimitLinkMs ? text.slice(space + 1) : null;
    } catch {
      return null;
    }
  }

  return {
    tokenFor(email) {
      const nonce = randomBytes(nonceBytes);
      const sealing = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
      const sealed = sealing.update(`${clock.now()} ${email}`, 'utf8');
      return Buffer.concat([nonce, sealed, sealing.final(), sealing.getAuthTag()]).toString('base64url');
    },

    async change(token, isLimited) {
      const email = emailIn(token);
      if (email === null) throw problem('bad-mail-link');
      await db.write((tx) => {
        const store = createMailLimitsStore(tx);
        return isLimited ? store.put(email, clock.now() + limits.mailLimitMs) : store.remove(email);
      });
    },
  };
}
