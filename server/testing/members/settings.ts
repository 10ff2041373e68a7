// Changes settings in tests, and creates devices for push.
import { createECDH, randomBytes } from 'node:crypto';
import { settings, type PushSubscription, type Settings, type SettingsChange } from '#shared/contract/settings.ts';
import type { Browser } from '#server/testing/app/browser.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';

/** Changes settings and returns them. */
export const change = (browser: Browser, body: SettingsChange): Promise<Settings> => browser.call(settings.putSettings, { body });

/** Tries to change settings; returns status and problem code. */
export async function tryToChange(browser: Browser, body: SettingsChange): Promise<[number, string | undefined]> {
  const answer = await browser.ask(settings.putSettings, { body });
  return [answer.status, (answer.body as { code?: string }).code];
}

/** Environment variables with which the server accepts the endpoints of `newDevice`. */
export const pushHosts = { PUSH_ENDPOINT_HOSTS: 'push.test:8443' };

export function newDevice(deviceName = 'Phone', endpoint = `https://push.test:8443/${randomBytes(8).toString('hex')}`) {
  return {
    deviceName,
    endpoint,
    expirationTime: null,
    p256dh_base64: createECDH('prime256v1').generateKeys('base64url'),
    auth_base64: randomBytes(16).toString('base64url'),
  } satisfies PushSubscription;
}

/** A device as listed in the settings. */
export const listed = ({ deviceName, endpoint, expirationTime }: PushSubscription) => ({ deviceName, endpoint, expirationTime });

/** Resolves once the push queue is empty: every push was sent or discarded. */
export async function pushesSent({ world: { db } }: Pick<TestApp, 'world'>): Promise<void> {
  const queued = () => db.read.selectFrom('push_queue').select('id').limit(1).executeTakeFirst();
  while ((await queued()) !== undefined) await new Promise((resolve) => setTimeout(resolve, 5));
}
