// The server's settings on a device with changes that the server does not have yet.
import 'fake-indexeddb/auto';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { settings, type Settings } from '#shared/contract/settings.ts';
import { sessionRecord, storeSession } from '#client/device/session-record.ts';
import { theme } from '#client/device/theme.ts';
import { unitChoice } from '#client/device/units.ts';
import { memberDatabase } from '#client/offline/database.ts';
import { openDevice } from '#client/offline/open-device.ts';
import { enqueue } from '#client/offline/outbox/enqueue.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { readPending } from '#client/offline/outbox/use-pending.ts';
import { closeVault } from '#client/offline/vault.ts';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';
import { settingsEvents } from './session.live.ts';
import { applySettings, settingsQuery } from './session.queries.ts';

const session = { profileId: 'ada', roles: ['USER'] as const };
// The cast is safe, because nothing else is read.
const stored = {
  defaultProfileId: 'ada',
  roles: ['USER'],
  theme: 'light',
  units: 'metric',
  language: 'auto',
} as unknown as Settings;
const waiting = { profile: 'ada', label: 'Account Settings' };

let page: FakePage;
beforeEach(async () => {
  page = openFakePage();
  Object.assign(page.document, { documentElement: { dataset: {} } });
  vi.stubGlobal('isSecureContext', true);
  await openDevice('ada');
  sessionRecord.set(session);
  storeSession(session);
});
afterEach(async () => {
  sessionRecord.set(null);
  await closeVault();
  await memberDatabase.wipe();
  vi.unstubAllGlobals();
  page.close();
});

test('a theme that waits to be sent stays, and the rest is the server’s', async () => {
  const entry = await enqueue(settings.putSettings, { body: { theme: 'dark' } }, waiting);
  await readPending('ada');
  applySettings(stored);
  expect([theme.get(), unitChoice.get()]).toEqual(['dark', 'metric']);
  await outbox.drop(entry.id);
  await vi.waitFor(() => {
    applySettings(stored);
    expect(theme.get()).toBe('light');
  });
});

test('units that were chosen on another device are shown on this one at once', async () => {
  let units = 'metric';
  vi.stubGlobal('fetch', async () => Response.json({ ...stored, units }));
  const queries = new QueryClient();
  const stop = new QueryObserver(queries, settingsQuery).subscribe(() => undefined);
  await vi.waitFor(() => expect(unitChoice.get()).toBe('metric'));
  units = 'miles';
  settingsEvents.settings({ type: 'settings' }, { queries, own: 'ada' });
  await vi.waitFor(() => expect(unitChoice.get()).toBe('miles'));
  stop();
});
