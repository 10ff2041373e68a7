// Keeps the server's list of push devices up to date with this browser's subscription.
import type { QueryClient } from '@tanstack/react-query';
import { settings, type Settings } from '#shared/contract/settings.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import {
  endSubscription,
  guessedDeviceName,
  storeEndpoint,
  storedEndpoint,
  ownSubscription,
  subscribeToPush,
  type OwnSubscription,
} from '#client/device/push-permission.ts';
import { call, type CallOptions } from '#client/net/call.ts';
import { showReply } from '#client/net/show-reply.ts';

type Devices = Settings['pushSubscriptions'];

/** Call it in a click handler. Throws PushFailure, or the errors of a call. */
export async function addOwnDevice(
  deviceName: string,
  { applicationServerKey }: Pick<Settings, 'applicationServerKey'>,
): Promise<Settings> {
  return save({ ...(await subscribeToPush(applicationServerKey)), deviceName });
}

let turn: Promise<unknown> = Promise.resolve();

/** Checks and removals take turns. Otherwise a check could save a subscription that a removal is ending, as if in a new session. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work);
  turn = done.catch(() => undefined);
  return done;
}

/** Resolves to the settings without a device. If it is this device, the browser's subscription ends first. */
export async function removeDevice(endpoint: string): Promise<Settings> {
  await inTurn(async () => endpoint === storedEndpoint() && endSubscription().catch(() => undefined));
  return changeList((listed) => without(listed, endpoint));
}

export const renameDevice = (endpoint: string, deviceName: string): Promise<Settings> =>
  changeList((listed) => listed.map((device) => (device.endpoint === endpoint ? { ...device, deviceName } : device)));

/**
 * Call it at each start of the app. Subscribes again if the server's key has changed, and saves the subscription in a new session.
 * If another device removed this one, the subscription ends. If the browser has no subscription any more, this device leaves the
 * list.
 */
export const checkOwnDevice = (queries: QueryClient): Promise<void> => inTurn(() => check(queries));

async function check(queries: QueryClient): Promise<void> {
  const account = await queries.fetchQuery(settingsQuery);
  const { applicationServerKey, pushSubscriptions: devices } = account;
  const show = (reply: Settings): void => showReply(queries, settingsQuery.queryKey, reply);
  const stored = storedEndpoint();
  const own = await ownSubscription(applicationServerKey);
  if (own === null) {
    storeEndpoint(null);
    if (devices.some(({ endpoint }) => endpoint === stored))
      show(await changeList((listed) => without(listed, stored), { background: true }));
    return;
  }
  const isListed = devices.some(({ endpoint }) => endpoint === own.endpoint);
  if (stored === own.endpoint) return isListed ? undefined : endSubscription();
  // In a new session the device may still be listed with an earlier session, at whose end the server removes it.
  const before = isListed ? own.endpoint : stored;
  const deviceName = devices.find(({ endpoint }) => endpoint === before)?.deviceName ?? guessedDeviceName();
  show(await save({ ...own, deviceName }, stored));
}

/** Adds this device. `earlier` is an endpoint that it no longer has. */
async function save(own: OwnSubscription & { readonly deviceName: string }, earlier: string | null = null): Promise<Settings> {
  const reply = await changeList((listed) => [...without(without(listed, earlier), own.endpoint), own]);
  storeEndpoint(own.endpoint);
  return reply;
}

/** The list is read again, because another device may have been added since. */
async function changeList(change: (listed: Devices) => Devices, options: CallOptions = {}): Promise<Settings> {
  const { pushSubscriptions } = await call(settings.getSettings, {}, options);
  return call(settings.putSettings, { body: { pushSubscriptions: change(pushSubscriptions) } }, options);
}

const without = (devices: Devices, endpoint: string | null): Devices => devices.filter((device) => device.endpoint !== endpoint);
