// The challenges of passkey ceremonies: each works once, for a limited time and for one purpose.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import type { World } from '#server/world.ts';

interface Challenge {
  readonly purpose: string;
  readonly note: string;
  readonly untilMs: number;
}

export interface Challenges {
  /** The note is returned when the challenge is used. */
  issue(purpose: string, note?: string): string;
  /** Uses up the challenge in a credential's client data. Null if it is unknown, used, expired, or for another purpose. */
  take(purpose: string, clientDataJSON: string): { readonly challenge: string; readonly note: string } | null;
}

const maxChallenges = 100_000;

/** Challenges are in memory only. After a restart of the server a ceremony has to be started again. */
export function createChallenges({ clock, ids, limits }: World): Challenges {
  const issued = new BoundedMap<string, Challenge>(maxChallenges);
  return {
    issue(purpose, note = '') {
      const challenge = ids.secret(32);
      issued.set(challenge, { purpose, note, untilMs: clock.monotonic() + limits.passkeyChallengeMs });
      return challenge;
    },
    take(purpose, clientDataJSON) {
      const challenge = challengeIn(clientDataJSON);
      const found = issued.get(challenge);
      issued.delete(challenge);
      if (found?.purpose !== purpose || clock.monotonic() > found.untilMs) return null;
      return { challenge, note: found.note };
    },
  };
}

function challengeIn(clientDataJSON: string): string {
  try {
    const read: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString());
    return String(Reflect.get(Object(read), 'challenge'));
  } catch {
    return '';
  }
}
