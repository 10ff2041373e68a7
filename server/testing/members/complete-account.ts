// A member who has used every feature, so that each table of the database contains their data.
import { cooties, health, welcome } from '#shared/contract/community.ts';
import { contact } from '#shared/contract/contact.ts';
import { games } from '#shared/contract/games.ts';
import { grants } from '#shared/contract/grants.ts';
import { messages } from '#shared/contract/messages.ts';
import { mutes } from '#shared/contract/mutes.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { reports } from '#shared/contract/reports.ts';
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { createGptStore } from '#server/features/games/gptbuster.store.ts';
import { createCasesStore } from '#server/features/reports/cases.store.ts';
import { createJuryStore } from '#server/features/reports/jury.store.ts';
import { createWithheldStore } from '#server/features/reports/withheld.store.ts';
import { addPasskey } from './authenticator.ts';
import { agree, broadcast, like, note, ratePicture, reportPosition, uploadPicture, write } from './actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { newDevice, pushHosts } from './settings.ts';
import { askForLink, limitTokenTo, linkTo, signedInByLink } from './sign-in.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';

/** An application whose pushes are never delivered, and so stay in the queue. */
export const openQueueingApp = () => openTestApp({ env: pushHosts, parts: { push: { send: async () => ({ kind: 'later' }) } } });

export type QueueingApp = Awaited<ReturnType<typeof openQueueingApp>>;

/** Contained only in the member's own texts. */
export const canary = 'Zanzibar';

export interface CompleteAccount {
  readonly anton: Member;
  /** Has exchanged likes, messages and pictures with Anton. */
  readonly boris: Member;
  /** Blocks Anton. */
  readonly carl: Member;
  /** Ids and texts by which Anton's data are found in the database. */
  readonly traces: readonly string[];
  readonly pictureId: string;
  readonly device: ReturnType<typeof newDevice>;
}

export async function createCompleteAccount(app: QueueingApp): Promise<CompleteAccount> {
  const email = `anton-${app.world.ids.uuid()}@example.org`;
  const newEmail = `new-${email}`;
  const browser = await signedInByLink(app, email);
  const { defaultProfileId: profileId } = await browser.call(settings.getSettings);
  const account = await app.world.db.read
    .selectFrom('accounts')
    .select('id')
    .where('profile_id', '=', profileId)
    .executeTakeFirstOrThrow();
  const anton: Member = { ...browser, profileId, accountId: account.id, name: `Anton ${canary}` };
  const [boris, carl] = [await app.member({ name: 'Boris' }), await app.member({ name: 'Carl' })];

  const pictureId = await uploadPicture(anton);
  const fields = { height: '', weight: '', characteristics: ['coffee'], birthdate: '1990-05-17' };
  const words = { profilename: anton.name, description: `I live on ${canary}` };
  await anton.call(profiles.putProfile, {
    body: { id: profileId, profilePicIds: [pictureId], profilePicIdsPrivate: [], ...fields, ...words },
  });
  const borissPicture = await uploadPicture(boris);
  await boris.call(profiles.putProfile, {
    body: {
      id: boris.profileId,
      profilename: 'Boris',
      profilePicIds: [borissPicture],
      profilePicIdsPrivate: [],
      ...fields,
      description: '',
    },
  });
  for (const member of [anton, boris]) await reportPosition(member, app.clock.now());
  const device = newDevice();
  await anton.call(settings.putSettings, {
    body: { name: canary, email: newEmail, password: 'lavender field at noon', pushSubscriptions: [device] },
  });
  await linkTo(app.mail, newEmail);
  await addPasskey(anton);
  await askForLink(app.visitor(), email);
  await linkTo(app.mail, email, 2);
  await app.visitor().call(session.postMailLimit, { body: { token: await limitTokenTo(app.mail, email), isLimited: true } });
  await anton.call(contact.postContact, { body: { name: `Anton ${canary}`, message: `Greetings from ${canary}` } });

  for (const other of [boris, carl]) {
    await like(anton, other);
    await write(other, anton, `hello from ${other.name}, is that your own garden in the picture?`);
    await write(anton, other, `hello ${other.name}, come to ${canary}`, [pictureId]);
  }
  await broadcast(anton, `Good morning from ${canary}`, [pictureId]);
  const { id: received } = await broadcast(boris, 'Good morning, area');
  await anton.call(messages.deleteMessage, { params: { id: received }, query: { forBoth: false } });
  await like(boris, anton);
  await anton.call(grants.putPicGrant, { body: { profileId: boris.profileId, lastsMs: null } });
  await boris.call(grants.putPicGrant, { body: { profileId: anton.profileId, lastsMs: hourMs } });
  await anton.call(mutes.putMute, { body: { profileId: boris.profileId, lastsMs: null } });
  await boris.call(mutes.putMute, { body: { profileId: anton.profileId, lastsMs: hourMs } });
  await ratePicture(anton, boris, borissPicture);
  await ratePicture(boris, anton, pictureId);
  await playTogether(app, anton, boris, { pictureId, borissPicture });
  await note(anton, boris, `Lives on ${canary} too`);
  await note(anton, carl, `Asked about ${canary}`);
  // Boris' opinion belongs to Boris.
  await note(boris, anton, 'Kind, but never on time');
  const dora = await app.member({ name: 'Dora' });
  for (const member of [dora, anton]) await reportPosition(member, app.clock.now());
  await dora.call(welcome.putWelcome, { body: { isGreeted: true } });
  await anton.call(welcome.putWelcome, { body: { isGreeter: true } });
  await anton.call(welcome.postHello, { body: { profileId: dora.profileId } });
  // The first player has glitter at once.
  await anton.call(cooties.putCooties, { body: { isPlaying: true } });
  await boris.call(health.postHealthReport, { body: { profileIds: [profileId] } });
  await like(carl, anton, { blocked: true });

  await takePartInCases(app, anton, boris, carl);

  const traces = [profileId, anton.accountId, email, canary, pictureId, device.endpoint];
  return { anton, boris, carl, traces, pictureId, device };
}

/** Both see content of each other in every game. */
async function playTogether(
  app: QueueingApp,
  anton: Member,
  boris: Member,
  { pictureId, borissPicture }: { readonly pictureId: string; readonly borissPicture: string },
): Promise<void> {
  const { clock, world } = app;
  for (const member of [anton, boris]) await agree(member, { words: true, rating: true, crop: true, leaderboard: true });
  const cut = { left: 0, top: 0, width: 1_600, height: 2_000 };
  await anton.call(games.postCropProposal, { body: { profilePicId: borissPicture, ...cut } });
  await boris.call(games.postCropProposal, { body: { profilePicId: pictureId, ...cut } });
  for (const member of await Promise.all([app.member(), app.member(), app.member(), app.member(), app.member()])) {
    await ratePicture(member, boris, borissPicture);
    await ratePicture(member, anton, pictureId);
  }
  await anton.call(games.postRatingGuess, { body: { profilePicId: borissPicture, guess: 'most' } });
  await boris.call(games.postRatingGuess, { body: { profilePicId: pictureId, guess: 'most' } });
  const round = { vote: null, is_raised: 0, created_ms: clock.now() } as const;
  const [antons, boriss] = [world.ids.uuid(), world.ids.uuid()];
  await world.db.write(async (tx) => {
    await createGptStore(tx).insert({ ...round, id: antons, player_id: anton.profileId, author_id: null, planted: 'harbour' });
    await createGptStore(tx).insert({
      ...round,
      id: boriss,
      player_id: boris.profileId,
      author_id: anton.profileId,
      planted: null,
    });
  });
  await anton.call(games.postGptVote, { params: { id: antons }, body: { vote: 'machine' } });
}

/** The member reports, is reported and judged, appeals, and is a juror, inserted directly since jurors are drawn at random. */
async function takePartInCases(app: QueueingApp, anton: Member, boris: Member, carl: Member): Promise<void> {
  const { id: itemId } = await write(boris, anton, 'Who are you anyway');
  await anton.call(reports.postReport, {
    body: { kind: 'message', itemId, reason: 'other', words: `Knows that I live on ${canary}`, block: false },
  });
  const nowMs = app.clock.now();
  const about = { origin: 'machine', item_kind: 'profile', reason: 'other', jury_round: 1, opened_ms: nowMs } as const;
  const [judged, judging] = [app.world.ids.uuid(), app.world.ids.uuid()];
  const decided = { state: 'decided', outcome: 'hide', decided_by: 'jury', decided_ms: nowMs } as const;
  await app.world.db.write(async (tx) => {
    // Processes that share a database have these.
    const state = { state_id: app.world.ids.uuid(), due_ms: nowMs, has_point: 0 } as const;
    await tx
      .insertInto('position_states')
      .values({ profile_id: anton.profileId, ...state })
      .onConflict((c) => c.doNothing())
      .execute();
    // A deletion begins with this.
    await tx.insertInto('deletions').values({ account_id: anton.accountId, profile_id: anton.profileId }).execute();
    const cases = createCasesStore(tx);
    await cases.insert({ ...about, ...decided, id: judged, subject_id: anton.profileId });
    await createWithheldStore(tx).withhold({
      kind: 'picture',
      // A picture replaced meanwhile.
      item_id: app.world.ids.uuid(),
      case_id: judged,
      owner_id: anton.profileId,
    });
    await cases.insert({ ...about, id: judging, subject_id: carl.profileId, state: 'judging', due_ms: nowMs + hourMs });
    await createJuryStore(tx).seat(judging, [anton.profileId], nowMs);
  });
  await anton.call(reports.postAppeal, { params: { id: judged }, body: { words: `Everybody on ${canary} talks like that` } });
}
