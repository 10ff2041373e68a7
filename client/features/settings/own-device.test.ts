// This browser in the account's list of push devices: at each start of the app, and when the member adds or removes it.
import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Settings, SettingsChange } from '#shared/contract/settings.ts';
import { addOwnDevice, checkOwnDevice, removeDevice, renameDevice } from './own-device.ts';

const own = { endpoint: 'https://push.test/own', expirationTime: null, auth_base64: 'auth', p256dh_base64: 'p256dh' };
const laptop = { deviceName: 'Laptop', endpoint: 'https://push.test/laptop', expirationTime: null };
const phone = { deviceName: 'My phone', endpoint: own.endpoint, expirationTime: null };

/** What the session has stored on this device. */
let stored: string | null;
const endSubscription = vi.hoisted(() => vi.fn(async () => undefined));
vi.mock('#client/device/push-permission.ts', () => ({
  endSubscription,
  guessedDeviceName: () => 'Guessed',
  ownSubscription: async () => (isSubscribed ? own : null),
  subscribeToPush: async () => {
    // Another device is added before the member answers the browser's question.
    devices = [laptop];
    return own;
  },
  storedEndpoint: () => stored,
  storeEndpoint: (endpoint: string | null) => (stored = endpoint),
}));
let isSubscribed: boolean;
/** The list on the server. */
let devices: Settings['pushSubscriptions'];
let saved: SettingsChange[];
vi.mock('#client/net/call.ts', () => ({
  call: async (_endpoint: unknown, { body }: { body?: SettingsChange }) => {
    if (body === undefined) return { pushSubscriptions: devices };
    saved.push(body);
    devices = body.pushSubscriptions as Settings['pushSubscriptions'];
    return { pushSubscriptions: body.pushSubscriptions };
  },
}));

const queries = new QueryClient();
beforeEach(() => {
  [stored, saved, isSubscribed] = [null, [], true];
  vi.clearAllMocks();
});

async function startWith(pushSubscriptions: Settings['pushSubscriptions']): Promise<void> {
  devices = pushSubscriptions;
  queries.setQueryData(['settings'], { applicationServerKey: 'key', pushSubscriptions });
  await checkOwnDevice(queries);
}

test('a new session saves a device that is still listed with an earlier session, whose end would remove it', async () => {
  await startWith([phone, laptop]);
  expect(saved).toEqual([{ pushSubscriptions: [laptop, { ...own, deviceName: 'My phone' }] }]);
  expect(stored).toBe(own.endpoint);
});

test('later starts in the same session save nothing, and end the subscription if another device removed this one', async () => {
  stored = own.endpoint;
  await startWith([phone, laptop]);
  expect(endSubscription).not.toHaveBeenCalled();
  await startWith([laptop]);
  expect(endSubscription).toHaveBeenCalledTimes(1);
  expect(saved).toEqual([]);
});

test('a new session adds a device that is not listed, and a new endpoint keeps the name of the device', async () => {
  await startWith([laptop]);
  stored = 'https://push.test/before';
  await startWith([laptop, { ...phone, endpoint: stored }]);
  expect(saved).toEqual([
    { pushSubscriptions: [laptop, { ...own, deviceName: 'Guessed' }] },
    { pushSubscriptions: [laptop, { ...own, deviceName: 'My phone' }] },
  ]);
});

test('a device that another one has added while the browser asks for permission stays', async () => {
  await addOwnDevice('My phone', {
    applicationServerKey: 'key',
    pushSubscriptions: [] as Settings['pushSubscriptions'],
  } as Settings);
  expect(saved).toEqual([{ pushSubscriptions: [laptop, { ...own, deviceName: 'My phone' }] }]);
});

test('a device that its member removes while the app starts is not saved again', async () => {
  stored = own.endpoint;
  const unsubscribing = Promise.withResolvers<undefined>();
  endSubscription.mockImplementationOnce(async () => {
    stored = null;
    await unsubscribing.promise;
    isSubscribed = false;
    return undefined;
  });
  const removing = removeDevice(own.endpoint);
  const starting = startWith([phone, laptop]);
  await new Promise((resolve) => setTimeout(resolve));
  unsubscribing.resolve(undefined);
  await starting;
  await removing;
  expect(saved).toEqual([{ pushSubscriptions: [laptop] }]);
});

test('a device that its member removes while it is being saved in a new session is unsubscribed', async () => {
  const starting = startWith([phone, laptop]);
  const removing = removeDevice(own.endpoint);
  await starting;
  await removing;
  expect(devices).toEqual([laptop]);
  expect(endSubscription).toHaveBeenCalledTimes(1);
});

test('a device that was added elsewhere stays when another one is renamed or removed', async () => {
  const tablet = { ...laptop, deviceName: 'Tablet', endpoint: 'https://push.test/tablet' };
  devices = [phone, laptop, tablet];
  await renameDevice(laptop.endpoint, 'Work');
  await removeDevice(own.endpoint);
  expect(devices).toEqual([{ ...laptop, deviceName: 'Work' }, tablet]);
});
