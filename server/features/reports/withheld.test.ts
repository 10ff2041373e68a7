// Withheld items after a commit whose answer was lost, and after decisions that follow each other.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { pictures } from '#shared/contract/pictures.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { showPictures, uploadPicture, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openMessagesService } from '#server/testing/app/messages-service.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createPictureWithholding } from '#server/features/pictures/picture-withholding.service.ts';
import { createProfilesService } from '#server/features/profiles/profiles.service.ts';
import { openRefusedPictures } from '#server/features/spam/refused-pictures.service.ts';
import { openVisibility } from '#server/features/visibility/visibility.service.ts';
import { applyWithheld, type Withholders } from './withheld.ts';
import { createWithheldStore } from './withheld.store.ts';

let app: TestApp;
let anton: Member;
let boris: Member;
let pictureIds: string[];
let messageId: string;
let withholders: Withholders;
beforeEach(async () => {
  app = await openTestApp({ env: { LOG_LEVEL: 'silent' } });
  anton = await app.member({ name: 'Anton' });
  boris = await app.member({ name: 'Boris' });
  pictureIds = [await uploadPicture(anton), await uploadPicture(anton)];
  await showPictures(anton, { profilePicIds: pictureIds });
  await anton.call(profiles.putProfile, { body: { id: anton.profileId, description: 'Come and get it' } });
  messageId = (await write(anton, boris, 'You again')).id;
  const visibility = await openVisibility(app.world);
  const unused = { pictureAccess: { mayView: async () => true }, visits: { lastSeenFor: () => null } };
  const ofProfiles = createProfilesService(app.world, { visibility, ...unused });
  const { withholding } = await openMessagesService(app.world, { isLookingAt: () => false } as never);
  withholders = {
    picture: createPictureWithholding(app.world, ofProfiles, await openRefusedPictures(app.world)),
    message: withholding,
    broadcast: { withhold: async () => undefined, show: async () => undefined },
    profile: ofProfiles.textWithholding,
  };
});
afterEach(() => app.close());

const items = () =>
  [
    ['profile', anton.profileId],
    ['picture', pictureIds[0] ?? ''],
    ['message', messageId],
  ] as const;
const sweep = () => applyWithheld(app.world, withholders);
const decide = (caseId: string) =>
  app.world.db.write(async (tx) => {
    for (const [kind, item_id] of items())
      await createWithheldStore(tx).withhold({ kind, item_id, case_id: caseId, owner_id: anton.profileId });
  });
const lift = (caseId: string) => app.world.db.write((tx) => createWithheldStore(tx).lift(caseId));

/** The items that Boris can see. */
async function seen() {
  const { description, profilePicIds } = await boris.call(profiles.getProfile, {
    params: { id: anton.profileId },
    query: { admin: false },
  });
  const between = { params: { a: boris.profileId, b: anton.profileId }, query: {} };
  const texts = (await boris.call(messages.getBetween, between)).map(({ bodyText }) => bodyText);
  return { description, profilePicIds, texts };
}
const allOfIt = () => ({ description: 'Come and get it', profilePicIds: pictureIds, texts: ['You again'] });
const nothing = () => ({ description: '', profilePicIds: pictureIds.slice(1), texts: [] });

/** Every transaction is committed, but its caller gets an error. */
async function withLostAnswers(work: () => Promise<unknown>): Promise<void> {
  const { db } = app.world;
  const stored = db.write.bind(db);
  const spy = vi.spyOn(db, 'write').mockImplementation(async (of) => {
    await stored(of);
    throw new Error('the answer of the commit was lost');
  });
  await work();
  spy.mockRestore();
}

test.each(['withholding', 'showing'])('nothing is lost when the answers of commits are lost while %s', async (during) => {
  await decide('case');
  if (during === 'withholding') await withLostAnswers(sweep);
  await sweep();
  expect(await seen()).toEqual(nothing());
  await lift('case');
  if (during === 'showing') await withLostAnswers(sweep);
  await sweep();
  expect(await seen()).toEqual(allOfIt());
});

test('a decision that is lifted and made again before a sweep withholds the items, and can be lifted', async () => {
  await decide('first');
  await lift('first');
  await decide('second');
  await sweep();
  expect(await seen()).toEqual(nothing());
  await lift('second');
  await decide('third');
  await sweep();
  expect(await seen()).toEqual(nothing());
  await lift('third');
  await sweep();
  expect(await seen()).toEqual(allOfIt());
});

test('a new text in a withheld profile is withheld by a second case, and shown once both are lifted', async () => {
  await decide('first');
  await sweep();
  await anton.call(profiles.putProfile, { body: { id: anton.profileId, description: 'Still here' } });
  await decide('second');
  await sweep();
  expect(await seen()).toEqual(nothing());
  await lift('second');
  await sweep();
  expect(await seen()).toEqual(nothing());
  await lift('first');
  await sweep();
  expect(await seen()).toEqual({ ...allOfIt(), description: 'Still here' });
});

const refusedCount = async () => (await app.world.db.read.selectFrom('refused_looks').selectAll().execute()).length;

test.each(['listed', 'unlisted'])(
  'an upload is no longer refused after its %s original was deleted and the decision lifted',
  async (where) => {
    if (where === 'unlisted') await showPictures(anton, { profilePicIds: pictureIds.slice(1) });
    await decide('case');
    await withLostAnswers(sweep);
    await sweep();
    expect(await refusedCount()).toBe(1);
    await anton.call(pictures.deletePicture, { params: { id: pictureIds[0] ?? '' } });
    await lift('case');
    await sweep();
    expect(await refusedCount()).toBe(0);
  },
);

test('a picture that was not listed when it was withheld is not listed once the decision is lifted', async () => {
  await showPictures(anton, { profilePicIds: pictureIds.slice(1) });
  await decide('case');
  await sweep();
  await lift('case');
  await sweep();
  expect((await seen()).profilePicIds).toEqual(pictureIds.slice(1));
  expect(await refusedCount()).toBe(0);
});

test('a picture that an earlier version withheld is listed again, and accepted', async () => {
  await decide('case');
  await sweep();
  await app.world.db.write((tx) =>
    tx.updateTable('hidden_items').set({ kept: '{"isPrivate":false,"at":0}' }).where('kind', '=', 'picture').execute(),
  );
  await lift('case');
  await sweep();
  expect(await seen()).toEqual(allOfIt());
  expect(await refusedCount()).toBe(0);
});
