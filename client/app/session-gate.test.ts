// Which path a login leads to after a session has ended in this tab or another one.
import 'fake-indexeddb/auto';
import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFakePage, type FakePage } from '#client/testing/fake-page.ts';

const href = '/chat/personal/ben-5c2';
let page: FakePage;
beforeEach(() => {
  vi.resetModules();
  page = openFakePage();
  Object.assign(page.document, { documentElement: { dataset: {} }, body: {} });
});
afterEach(() => page.close());

/** A tab of a logged-in member, with a function that checks its screen as the router does. */
async function openTab() {
  const [{ admit, watchSession }, record] = await Promise.all([
    import('./session-gate.ts'),
    import('#client/device/session-record.ts'),
  ]);
  const ada = { profileId: 'ada', roles: ['USER'] as const };
  record.storeSession(ada);
  record.sessionRecord.set(ada);
  const invalidate = vi.fn();
  // The casts are safe, because nothing else is used.
  watchSession({ invalidate } as unknown as AnyRouter);
  const check = (): void => admit({ location: { pathname: href, href } as ParsedLocation, preload: false });
  check();
  return { ...record, check, untilChecked: () => vi.waitFor(() => expect(invalidate).toHaveBeenCalled()) };
}

/** Another tab has removed the member's data. */
function wipeElsewhere(): void {
  for (const key of ['session', 'lastProfileId']) page.localStorage.removeItem(key);
  page.window.dispatchEvent(Object.assign(new Event('storage'), { key: 'vault', newValue: null }));
}

test('a member whose session has ended comes back to their screen', async () => {
  const { check, forgetSession, untilChecked } = await openTab();
  forgetSession();
  await untilChecked();
  expect(check).toThrow();
  expect(page.sessionStorage.getItem('way_back')).toBe(href);
});

test('after a logout in another tab, no path leads the next member to the screen of the last one', async () => {
  const { check, sessionRecord, untilChecked } = await openTab();
  wipeElsewhere();
  await untilChecked();
  expect(sessionRecord.get()).toBeNull();
  expect(check).toThrow();
  expect(page.sessionStorage.getItem('way_back')).toBeNull();
});

test('a visitor gets to the screen of the link that they opened', async () => {
  const { admit } = await import('./session-gate.ts');
  expect(() => admit({ location: { pathname: href, href } as ParsedLocation, preload: false })).toThrow();
  expect(page.sessionStorage.getItem('way_back')).toBe(href);
});
