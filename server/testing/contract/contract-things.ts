// Factories for the entities in the access table.
import { games } from '#shared/contract/games.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { sessions } from '#shared/contract/sessions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { createGptStore } from '#server/features/games/gptbuster.store.ts';
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import { createCasesStore, type NewCase } from '#server/features/reports/cases.store.ts';
import { createJuryStore } from '#server/features/reports/jury.store.ts';
import type { Thing } from './contract-row.ts';
import { addPasskey } from '#server/testing/members/authenticator.ts';
import {
  agree,
  notificationsOf,
  reportPosition,
  sendChatPicture,
  showPictures,
  uploadPicture,
} from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { TestApp } from '#server/testing/app/test-app.ts';

/** Creates an entity for the owner and returns its id; the helper is another member without blocks. */
type Make = (owner: Member, helper: Member, app: TestApp) => Promise<string>;

export const things: Readonly<Record<Thing, Make>> = {
  profile: async ({ profileId }) => profileId,

  picture: async (owner) => {
    const id = await uploadPicture(owner);
    await showPictures(owner, { profilePicIds: [id], profilePicIdsPrivate: [] });
    return id;
  },

  'private picture': async (owner) => {
    const id = await uploadPicture(owner);
    await showPictures(owner, { profilePicIds: [], profilePicIdsPrivate: [id] });
    return id;
  },

  'picture of a conversation': async (owner, helper) => (await sendChatPicture(owner, helper)).profilePicIds[0] ?? '',

  'received message': async ({ profileId }, helper) => {
    const body = { senderProfileId: helper.profileId, recipientProfileId: profileId, bodyText: 'hello', profilePicIds: [] };
    return (await helper.call(messages.postMessage, { body })).id;
  },

  'received picture to view once': async (owner, helper) =>
    (await sendChatPicture(helper, owner, undefined, { viewOnce: true })).id,

  broadcast: async (owner, _helper, { clock }) => {
    await reportPosition(owner, clock.now());
    const body = { senderProfileId: owner.profileId, bodyText: 'hello, area', profilePicIds: [] };
    return (await owner.call(messages.postMessage, { body })).id;
  },

  notification: async (owner, helper) => {
    const { profileId } = owner;
    const body = { likerProfileId: helper.profileId, likedProfileId: profileId, likeType: 'LIKE' } as const;
    await helper.call(likes.putProfileLike, { body });
    return (await notificationsOf(owner))[0]?.id ?? '';
  },

  // A second session, so ending it does not log the caller out.
  session: async (owner, _helper, { world }) => {
    await world.db.write((tx) =>
      createSessionsService(world).create(tx, { ...owner, isRemembered: false, byLink: true, device: '' }),
    );
    return (await owner.call(sessions.getSessions)).find(({ isThis }) => !isThis)?.id ?? '';
  },

  passkey: async (owner) => (await addPasskey(owner)).listed.id,

  round: async ({ profileId }, _helper, { clock, world }) => {
    const id = world.ids.uuid();
    const row = { id, player_id: profileId, author_id: null, planted: 'harbour', vote: null, is_raised: 0 } as const;
    await world.db.write((tx) => createGptStore(tx).insert({ ...row, created_ms: clock.now() }));
    return id;
  },

  'picture to crop': pictureToCrop,

  'proposed crop': async (owner, helper) => {
    const profilePicId = await pictureToCrop(owner);
    await helper.call(games.postCropProposal, { body: { profilePicId, left: 0, top: 0, width: 1_600, height: 2_000 } });
    return (await owner.call(games.getCropProposals))[0]?.id ?? '';
  },

  'jury seat': ({ profileId }, _helper, app) => caseWith(app, {}, profileId),

  decision: ({ profileId }, _helper, app) =>
    caseWith(app, {
      subject_id: profileId,
      state: 'decided',
      outcome: 'warn',
      decided_by: 'jury',
      decided_ms: app.world.clock.now(),
      due_ms: null,
    }),

  // None of the members of the table takes part in it.
  'referred case': (_owner, _helper, app) => caseWith(app, { state: 'referred', referred_because: 'wanted', due_ms: null }),
};

async function pictureToCrop(owner: Member): Promise<string> {
  const id = await uploadPicture(owner);
  await showPictures(owner, { profilePicIds: [id], profilePicIdsPrivate: [] });
  await agree(owner, { crop: true });
  return id;
}

/** Inserted into the database, since jurors are drawn at random. */
async function caseWith({ world }: TestApp, given: Partial<NewCase>, jurorId?: string): Promise<string> {
  const nowMs = world.clock.now();
  const id = world.ids.uuid();
  await world.db.write(async (tx) => {
    await createCasesStore(tx).insert({
      id,
      origin: 'members',
      subject_id: world.ids.uuid(),
      item_kind: 'profile',
      reason: 'hate',
      state: 'judging',
      jury_round: 1,
      due_ms: nowMs + hourMs,
      opened_ms: nowMs,
      ...given,
    });
    if (jurorId !== undefined) await createJuryStore(tx).seat(id, [jurorId], nowMs);
  });
  return id;
}
