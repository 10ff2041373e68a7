// Access to private pictures, and the viewers who receive an event when their owner chooses another audience.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Preferences } from '#shared/contract/settings.ts';
import { hourMs, minuteMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { defaultPreferences } from '#server/features/settings/preferences.ts';
import { createGrantsStore } from './grants.store.ts';
import { createPictureAccess } from './picture-access.service.ts';

const connectingMs = 2 * minuteMs;
let app: TestApp;
let chosen: Preferences['privatePictures'];
let online: Set<string>;
let told: string[];
let access: ReturnType<typeof createPictureAccess>;
beforeEach(async () => {
  app = await openTestApp();
  [chosen, online, told] = [null, new Set(), []];
  access = createPictureAccess(app.world, {
    preferencesOf: async () => ({ ...defaultPreferences, privatePictures: chosen }),
    isOnline: (profileId) => online.has(profileId),
  });
  app.world.bus.on('deliver', ({ profileId, event }) => {
    if (event.type === 'privatePictures' && event.profileId === 'owner') told.push(profileId);
  });
});
afterEach(() => app.close());

async function toldOnChange(change: object = { privatePictures: { before: 'everyone', now: 'nobody' } }): Promise<string[]> {
  told = [];
  app.world.bus.publish({ type: 'settingsChanged', accountId: 'account', profileId: 'owner', ...change } as never);
  await app.world.bus.settled();
  return told.toSorted();
}

test('everybody, members with a grant, or nobody may view private pictures, as their owner has chosen', async () => {
  const [owner, viewer, other]: Member[] = [await app.member(), await app.member(), await app.member()];
  const grant = { owner_id: owner!.profileId, viewer_id: viewer!.profileId, until_ms: app.clock.now() + 10, created_ms: 0 };
  await app.world.db.write((tx) => createGrantsStore(tx).put(grant));
  const views = async () => {
    const answers = [];
    for (const member of [viewer, other]) answers.push(await access.mayView(owner!.profileId, member!.profileId));
    return answers;
  };
  for (const [audience, expected] of [
    [null, [false, false]],
    ['nobody', [false, false]],
    ['granted', [true, false]],
    ['everyone', [true, true]],
  ] as const) {
    chosen = audience;
    expect([audience, await views()]).toEqual([audience, expected]);
  }
  chosen = 'granted';
  app.clock.pass(10);
  expect(await views()).toEqual([false, false]);
});

test.each([
  [null, 'nobody', []],
  ['nobody', 'granted', ['granted']],
  ['granted', 'nobody', ['granted']],
  ['granted', 'everyone', ['other']],
  ['everyone', 'granted', ['other']],
  ['nobody', 'everyone', ['granted', 'other']],
] as const)(
  'of the viewers, a change from %s to %s is sent only to those for whom it changes something',
  async (before, now, names) => {
    const [owner, viewer, other]: Member[] = [await app.member(), await app.member(), await app.member()];
    const { profileId, accountId } = owner!;
    const nameOf = new Map([
      [viewer!.profileId, 'granted'],
      [other!.profileId, 'other'],
    ]);
    const grant = { owner_id: profileId, viewer_id: viewer!.profileId, until_ms: null, created_ms: 0 };
    await app.world.db.write((tx) => createGrantsStore(tx).put(grant));
    for (const viewerId of nameOf.keys()) await access.mayView(profileId, viewerId);
    const received: (string | undefined)[] = [];
    app.world.bus.on('deliver', ({ profileId: viewerId, event }) => {
      if (event.type === 'privatePictures') received.push(nameOf.get(viewerId));
    });
    app.world.bus.publish({ type: 'settingsChanged', accountId, profileId, privatePictures: { before, now } });
    await app.world.bus.settled();
    expect(received.toSorted()).toEqual(names);
  },
);

test('a viewer receives an event only for a change of audience, within two minutes of a request or while connected', async () => {
  await access.mayView('owner', 'early');
  await access.mayView('owner', 'connected');
  online.add('connected');
  expect([await toldOnChange(), await toldOnChange({ hide: true })]).toEqual([['connected', 'early'], []]);
  app.clock.pass(connectingMs);
  await access.mayView('owner', 'late');
  expect(await toldOnChange()).toEqual(['connected', 'early', 'late']);
  app.clock.pass(1);
  await access.mayView('owner', 'later');
  expect(await toldOnChange()).toEqual(['connected', 'late', 'later']);
});

test('a viewer who may be connected to another process receives the event within an hour of a request', async () => {
  const lease = { term: () => 1, onLost: () => undefined };
  access = createPictureAccess(
    { ...app.world, changes: { ...app.world.changes, lease } },
    { preferencesOf: async () => defaultPreferences, isOnline: () => false },
  );
  await access.mayView('owner', 'early');
  app.clock.pass(hourMs);
  await access.mayView('owner', 'late');
  expect(await toldOnChange()).toEqual(['early', 'late']);
  app.clock.pass(1);
  await access.mayView('owner', 'later');
  expect(await toldOnChange()).toEqual(['late', 'later']);
});

test('viewers who block the owner or are blocked by them, and viewers of a deleted owner, receive no event', async () => {
  for (const viewer of ['blocking', 'blocked', 'other']) await access.mayView('owner', viewer);
  app.world.bus.publish({ type: 'blockChanged', blockerId: 'blocking', blockedId: 'owner', isBlocked: true });
  app.world.bus.publish({ type: 'blockChanged', blockerId: 'owner', blockedId: 'blocked', isBlocked: true });
  expect(await toldOnChange()).toEqual(['other']);
  app.world.bus.publish({ type: 'profileDeleted', profileId: 'owner' });
  expect(await toldOnChange()).toEqual([]);
});
