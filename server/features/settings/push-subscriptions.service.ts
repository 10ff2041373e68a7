// The devices of an account that receive push; saving a list replaces the one before.
import { type PushSubscription } from '#shared/contract/settings.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import { checkPushEndpoint, checkPushKeys } from '#server/outside/push-address.ts';
import type { World } from '#server/world.ts';
import { createPushSubscriptionsStore, type StoredSubscription } from './push-subscriptions.store.ts';

type Listed = Omit<PushSubscription, 'auth_base64' | 'p256dh_base64'>;

export interface PushSubscriptionsService {
  /** Lists them without the keys, which never leave the server. */
  list(accountId: string): Promise<Listed[]>;
  /**
   * Replaces the stored list. An entry with keys is the device that saves it: it belongs to the caller's session even when another
   * member had its endpoint before, and its pushes open pages of `origin`. An entry without keys is already stored and keeps keys and session.
   * Problems: bad-push-endpoint, too-many-devices.
   */
  replace(tx: Tx, caller: Caller, wanted: readonly PushSubscription[], origin: string): Promise<void>;
}

export function createPushSubscriptionsService(world: World): PushSubscriptionsService {
  const { clock, config, ids, limits } = world;

  async function put(
    tx: Tx,
    caller: Caller,
    wanted: PushSubscription,
    origin: string,
    before: StoredSubscription | undefined,
  ): Promise<void> {
    const store = createPushSubscriptionsStore(tx);
    const described = {
      device_name: wanted.deviceName,
      expiration_ms: wanted.expirationTime === null ? null : Math.trunc(wanted.expirationTime),
    };
    const keys = keysOf(wanted);
    if (keys === null) {
      if (!before) throw problem('bad-push-endpoint', { message: 'A new device needs both of its keys.' });
      return store.update(before.id, described);
    }
    if (checkPushEndpoint(wanted.endpoint, config.pushEndpointHosts) !== null || checkPushKeys(keys) !== null)
      throw problem('bad-push-endpoint');
    const owned = { ...described, ...keys, session_hash: caller.sessionHash, origin, seen_ms: clock.now() };
    if (before) return store.update(before.id, owned);
    await store.removeEndpoint(wanted.endpoint);
    return store.insert({
      ...owned,
      id: ids.uuid(),
      account_id: caller.accountId,
      profile_id: caller.profileId,
      endpoint: wanted.endpoint,
      created_ms: clock.now(),
    });
  }

  return {
    async list(accountId) {
      const rows = await createPushSubscriptionsStore(world.db.read).ofAccount(accountId);
      return rows.map((row) => ({ deviceName: row.device_name, endpoint: row.endpoint, expirationTime: row.expiration_ms }));
    },

    async replace(tx, caller, wanted, origin) {
      const byEndpoint = new Map(wanted.map((subscription) => [subscription.endpoint, subscription]));
      if (byEndpoint.size > limits.maxPushSubscriptions) throw problem('too-many-devices');
      const store = createPushSubscriptionsStore(tx);
      const before = await store.ofAccount(caller.accountId);
      await store.remove(before.filter((row) => !byEndpoint.has(row.endpoint)).map((row) => row.id));
      for (const subscription of byEndpoint.values())
        await put(
          tx,
          caller,
          subscription,
          origin,
          before.find((row) => row.endpoint === subscription.endpoint),
        );
    },
  };
}

/** The keys as base64url without padding, from either base64; null unless both are there. */
function keysOf({ auth_base64: auth, p256dh_base64: p256dh }: PushSubscription): { auth: string; p256dh: string } | null {
  return auth && p256dh ? { auth: urlSafe(auth), p256dh: urlSafe(p256dh) } : null;
}

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
