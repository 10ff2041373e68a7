// The challenges of passkey ceremonies: each works once, for a limited time and for one purpose, and contains its own data.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createSecretsStore } from '#server/db/secrets.ts';
import { localCounts } from '#server/limiters/local-counts.ts';
import type { World } from '#server/world.ts';
import { createChallengesStore } from './challenges.store.ts';

export interface Challenges {
  /** The note is returned when the challenge is used. Everybody can read it. */
  issue(purpose: string, note?: string): Promise<string>;
  /** Uses the challenge in a credential's client data. Null if it is not ours, already used, expired, or for another purpose. */
  take(purpose: string, clientDataJSON: string): Promise<{ readonly challenge: string; readonly note: string } | null>;
}

/** Processes that share a database accept each other's challenges. Challenges of a single process end with it. */
export function createChallenges({ changes, clock, db, ids, limits }: World): Challenges {
  const isOnlyProcess = changes.lease === null;
  const nowMs = isOnlyProcess ? clock.monotonic : clock.now;
  const uses = localCounts(clock);
  const newKey = ids.secret(32);
  let key: string | undefined = isOnlyProcess ? newKey : undefined;
  const keyOfAll = async () => (key ??= await db.write((tx) => createSecretsStore(tx).findOrStore('passkey-challenges', newKey)));

  async function sealOf(purpose: string, content: string): Promise<string> {
    return createHmac('sha256', await keyOfAll())
      .update(JSON.stringify([purpose, content]))
      .digest('base64url');
  }

  return {
    async issue(purpose, note = '') {
      const content = JSON.stringify([ids.secret(16), nowMs() + limits.passkeyChallengeMs, note]);
      return Buffer.from(`${await sealOf(purpose, content)}${content}`).toString('base64url');
    },
    async take(purpose, clientDataJSON) {
      const challenge = challengeIn(clientDataJSON);
      const text = Buffer.from(challenge, 'base64url').toString();
      const [seal, content] = [text.slice(0, sealLength), text.slice(sealLength)];
      if (!isEqual(seal, await sealOf(purpose, content))) return null;
      const [secret, untilMs, note] = JSON.parse(content) as [string, number, string];
      if (nowMs() > untilMs) return null;
      const isFirst = isOnlyProcess
        ? uses.take(secret, { max: 1, perMs: limits.passkeyChallengeMs }).isAllowed
        : await db.write((tx) => createChallengesStore(tx).use(secret, untilMs + clocksDifferMs));
      return isFirst ? { challenge, note } : null;
    },
  };
}

/** The clocks of two processes differ by less than this. */
const clocksDifferMs = 300_000;
/** The length of 32 bytes in base64url. */
const sealLength = 43;

function isEqual(...texts: readonly [string, string]): boolean {
  const [a, b] = [Buffer.from(texts[0]), Buffer.from(texts[1])];
  return a.length === b.length && timingSafeEqual(a, b);
}

function challengeIn(clientDataJSON: string): string {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return String(Reflect.get(Object(read), 'challenge'));
  } catch {
    return '';
  }
}
