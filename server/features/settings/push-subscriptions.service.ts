// An account's push subscriptions, which are always saved as a complete list.
import { type PushSubscription } from '#shared/contract/settings.ts';
import type { Tx } from '#server/db/open.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import { checkPushEndpoint, checkPushKeys } from '#server/outside/push-address.ts';
import type { World } from '#server/world.ts';
import type { RequestOrigin } from '#server/features/session/request-origin.ts';
import { createPushSubscriptionsStore, type StoredSubscription } from './push-subscriptions.store.ts';

type DeviceOrigin = Pick<RequestOrigin, 'origin' | 'language'>;
type ListedSubscription = Omit<PushSubscription, 'auth_base64' | 'p256dh_base64'>;

export interface PushSubscriptionsService {
  /** Leaves out the keys, because they never leave the server. */
  list(accountId: string): Promise<ListedSubscription[]>;
  /**
   * Replaces the stored list. An entry with keys is the calling device: it is assigned to the caller's session, even if its endpoint
   * belonged to another member, and its pushes open pages of the request's origin, in its language. An entry without keys must already
   * be stored. Problems: bad-push-endpoint, too-many-devices.
   */
  replace(tx: Tx, caller: Caller, subscriptions: readonly PushSubscription[], from: DeviceOrigin): Promise<void>;
}

export function createPushSubscriptionsService(world: World): PushSubscriptionsService {
  const { clock, config, ids, limits } = world;

  async function put(
    tx: Tx,
    caller: Caller,
    subscription: PushSubscription,
    { origin, language }: DeviceOrigin,
    stored: StoredSubscription | undefined,
  ): Promise<void> {
    const store = createPushSubscriptionsStore(tx);
    const described = {
      device_name: subscription.deviceName,
      expiration_ms: subscription.expirationTime === null ? null : Math.trunc(subscription.expirationTime),
    };
    const keys = keysOf(subscription);
    if (keys === null) {
      if (!stored) throw problem('bad-push-endpoint', { message: 'A new device needs both of its keys.' });
      return store.update(stored.id, described);
    }
    if (checkPushEndpoint(subscription.endpoint, config.pushEndpointHosts) !== null || checkPushKeys(keys) !== null)
      throw problem('bad-push-endpoint');
    const owned = { ...described, ...keys, session_hash: caller.sessionHash, origin, language, seen_ms: clock.now() };
    if (stored) return store.update(stored.id, owned);
    await store.removeEndpoint(subscription.endpoint);
    return store.insert({
      ...owned,
      id: ids.uuid(),
      account_id: caller.accountId,
      profile_id: caller.profileId,
      endpoint: subscription.endpoint,
      created_ms: clock.now(),
    });
  }

  return {
    async list(accountId) {
      const rows = await createPushSubscriptionsStore(world.db.read).ofAccount(accountId);
      return rows.map((row) => ({ deviceName: row.device_name, endpoint: row.endpoint, expirationTime: row.expiration_ms }));
    },

    async replace(tx, caller, subscriptions, origin) {
      const byEndpoint = new Map(subscriptions.map((subscription) => [subscription.endpoint, subscription]));
      if (byEndpoint.size > limits.maxPushSubscriptions) throw problem('too-many-devices');
      const store = createPushSubscriptionsStore(tx);
      const stored = await store.ofAccount(caller.accountId);
      await store.remove(stored.filter((row) => !byEndpoint.has(row.endpoint)).map((row) => row.id));
      for (const subscription of byEndpoint.values()) {
        const before = stored.find((row) => row.endpoint === subscription.endpoint);
        await put(tx, caller, subscription, origin, before);
      }
    },
  };
}

/** Converts the keys to base64url without padding. Null if one of them is missing. */
function keysOf({ auth_base64: auth, p256dh_base64: p256dh }: PushSubscription): { auth: string; p256dh: string } | null {
  return auth && p256dh ? { auth: urlSafe(auth), p256dh: urlSafe(p256dh) } : null;
}

const urlSafe = (base64: string): string => base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
