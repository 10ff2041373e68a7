// Keeps the states of positions in Redis until they end, and while it is away in this process alone. Names are keyed hashes and values
// are sealed, so that Redis discloses no member and no place.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { PositionStates } from '#server/outside/position-states.ts';
import { redisClient, type RedisOptions } from './client.ts';

interface Options extends Pick<RedisOptions, 'waitMs'> {
  /** The key of all names and seals. */
  readonly secret: string;
  readonly nowMs: () => number;
  /** Called when a state could not be read, stored or removed in Redis. Other processes do not know it then. */
  readonly onFailure: (error: unknown) => void;
}

export type RedisPositionStates = PositionStates & { close(): void };

/** A state that has just ended is kept for this long, because another process may still read it for the change that is due. */
const minKeptMs = 1_000;
/** The states that a process keeps for itself, of about 1 KB each. Later ones replace the oldest. */
const maxKeptAlone = 10_000;
const cipher = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

export async function openRedisPositionStates(
  url: string,
  { secret, waitMs, nowMs, onFailure }: Options,
): Promise<RedisPositionStates> {
  const client = redisClient(url, { waitMs });
  const hashOf = (text: string): string => createHmac('sha256', secret).update(text).digest('base64url');
  const prefix = `states:${hashOf('names of states').slice(0, 8)}`;
  const nameOf = (stateId: string): string => `${prefix}:${hashOf(`name ${stateId}`).slice(0, 22)}`;
  /** Each state has a key of its own, so that it cannot be put in place of another one, and cannot be read without its id. */
  const keyOf = (stateId: string): Uint8Array => new Uint8Array(hkdfSync('sha256', secret, '', `state ${stateId}`, 32));

  function sealed(stateId: string, state: string): Buffer {
    const iv = randomBytes(ivBytes);
    const sealing = createCipheriv(cipher, keyOf(stateId), iv);
    const content = [sealing.update(state, 'utf8'), sealing.final()];
    return Buffer.concat([iv, sealing.getAuthTag(), ...content]);
  }

  function opened(stateId: string, stored: Buffer): string {
    const iv = stored.subarray(0, ivBytes);
    const opening = createDecipheriv(cipher, keyOf(stateId), iv, { authTagLength: tagBytes });
    opening.setAuthTag(stored.subarray(ivBytes, ivBytes + tagBytes));
    return opening.update(stored.subarray(ivBytes + tagBytes), undefined, 'utf8') + opening.final('utf8');
  }

  async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      onFailure(error);
      return null;
    }
  }

  /** The states that Redis did not take. */
  const alone = new Map<string, { readonly state: string; readonly untilMs: number }>();

  function keepAlone(stateId: string, state: string, untilMs: number): void {
    alone.set(stateId, { state, untilMs });
    const [oldest] = alone.keys();
    if (alone.size > maxKeptAlone && oldest !== undefined) alone.delete(oldest);
  }

  function keptAlone(stateId: string): string | null {
    const kept = alone.get(stateId);
    return kept !== undefined && kept.untilMs > nowMs() ? kept.state : null;
  }

  // The client connects again by itself.
  await orNull(() => client.connect());

  return {
    async read(stateId) {
      const kept = keptAlone(stateId);
      if (kept !== null) return kept;
      return orNull(async () => {
        const stored = await client.getBuffer(nameOf(stateId));
        return stored && opened(stateId, stored);
      });
    },
    async store(stateId, state, untilMs) {
      const keptMs = Math.max(minKeptMs, Math.ceil(untilMs - nowMs()));
      const isStored = await orNull(() => client.set(nameOf(stateId), sealed(stateId, state), 'PX', keptMs));
      if (isStored === null) keepAlone(stateId, state, untilMs);
      else alone.delete(stateId);
    },
    async remove(stateId) {
      alone.delete(stateId);
      await orNull(() => client.unlink(nameOf(stateId)));
    },
    close: () => client.disconnect(),
  };
}
