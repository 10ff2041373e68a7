// A page that starts while another tab sets the app lock.
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

let page: FakePage;
const closers: (() => Promise<unknown>)[] = [];

beforeEach(() => {
  page = openFakePage();
  vi.stubGlobal('isSecureContext', true);
});
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
  page.close();
});

/** A page that has just been started on the same device. */
async function startPage() {
  vi.resetModules();
  const [device, change, roots, values, vault, { memberDatabase }] = await Promise.all([
    import('./open-device.ts'),
    import('./lock/lock-change.ts'),
    import('./root-keys.ts'),
    import('./cached-values.ts'),
    import('./vault.ts'),
    import('./database.ts'),
  ]);
  closers.push(memberDatabase.close, vault.closeVault);
  return { ...device, ...change, ...roots, ...values, memberDatabase };
}

const draft = { text: 'At noon then', pictureIds: [], replyToId: null };

test('the page is reloaded to ask for the PIN, and all data stays', async () => {
  const other = await startPage();
  closers.unshift(other.memberDatabase.wipe);
  await other.openDevice('ada');
  await other.storeDraft('ada', 'ben', draft);
  const started = await startPage();
  const setting = other.setLock('ada', other.newRoot(), { pin: null, passkey: null, wrongTries: 0, lockAfterMs: 60_000 });
  void started.openDevice();
  await setting;
  await vi.waitFor(() => expect(page.reloads()).toBeGreaterThan(0));
  expect(await started.memberDatabase.isLockSet()).toBe(true);
  expect(await other.storedDraft('ada', 'ben')).toEqual(draft);
});
