// Fills the screens of the member who is logged in: likes of their pictures, notes, greeting, and cases of juries and administrators.
import { createParticipation } from '#server/features/games/participation.service.ts';
import { createPicLikesStore } from '#server/features/likes/pic-likes.store.ts';
import { createMessagesStore } from '#server/features/messages/messages.store.ts';
import { createNotesStore } from '#server/features/notes/notes.store.ts';
import { createProfilesStore } from '#server/features/profiles/profiles.store.ts';
import { createCasesStore } from '#server/features/reports/cases.store.ts';
import { createJuryStore } from '#server/features/reports/jury.store.ts';
import { createReportsService } from '#server/features/reports/reports.service.ts';
import { createWelcomeStore } from '#server/features/welcome/welcome.store.ts';
import type { Caller } from '#server/http/caller.ts';
import type { World } from '#server/world.ts';
import type { ReportReason } from '#shared/rules/arbitration.ts';
import { demoId, demoPerson } from '#scripts/seed/people.ts';

const hourMs = 3_600_000;
const host = demoPerson(1);

/** Ids of cases that the screens show. */
export interface DemoCases {
  /** The case that waits for the vote of the member. */
  readonly toJudge: string;
}

/** The text and the tags of a note about the member with this number. */
const notes = [
  {
    about: 3,
    bodyText: 'Met at the choir. Knows every café by the canal, and is allergic to cats.',
    privateTags: ['choir', 'coffee'],
  },
  { about: 5, bodyText: 'Back from travels in spring. Ask about the train book.', privateTags: ['spring'] },
  { about: 6, bodyText: 'Said no to a date, kindly. Friends.', privateTags: ['friends'] },
  { about: 8, bodyText: '', privateTags: ['gardening', 'tall'] },
] as const;

/** Does nothing if it was done before. */
export async function fillHost(world: World): Promise<DemoCases> {
  const stored = await createCasesStore(world.db.read).reportsBy(demoPerson(5).profileId);
  const [first] = stored;
  if (first !== undefined) return { toJudge: first.case_id };
  await addPicLikes(world);
  await addNotes(world);
  await addGreeting(world);
  return addCases(world);
}

/** The host greets newcomers, one of whom has answered. */
async function addGreeting(world: World): Promise<void> {
  const helloMs = world.clock.now() - 50 * hourMs;
  const hello = { created_ms: helloMs, answered_ms: helloMs + hourMs, vouched_ms: null };
  await world.db.write(async (tx) => {
    await createParticipation(world).set(tx, host.profileId, 'greeter', true);
    await createWelcomeStore(tx).insert({ greeter_id: host.profileId, newcomer_id: demoPerson(13).profileId, ...hello });
  });
}

/** Ten members like pictures of the host, who likes a picture of some of them. */
async function addPicLikes(world: World): Promise<void> {
  const nowMs = world.clock.now();
  await world.db.write(async (tx) => {
    const store = createPicLikesStore(tx);
    const picturesOf = async (profileId: string) => (await createProfilesStore(tx).find(profileId))?.picIds ?? [];
    const own = await picturesOf(host.profileId);
    for (let number = 2; number <= 11; number += 1) {
      const { profileId } = demoPerson(number);
      const given = { likeType: 'LIKE' as const, nowMs: nowMs - number * 5 * hourMs };
      const pictureId = own[number % own.length];
      if (pictureId !== undefined) await store.put({ ...given, likerId: profileId, pictureId, ownerId: host.profileId });
      const [theirs] = await picturesOf(profileId);
      if (theirs !== undefined && number % 2 === 0)
        await store.put({ ...given, likerId: host.profileId, pictureId: theirs, ownerId: profileId });
    }
  });
}

async function addNotes(world: World): Promise<void> {
  const nowMs = world.clock.now();
  await world.db.write(async (tx) => {
    for (const { about, bodyText, privateTags } of notes)
      await createNotesStore(tx).put(
        { authorId: host.profileId, aboutId: demoPerson(about).profileId },
        { bodyText, privateTags: [...privateTags] },
        nowMs - about * 20 * hourMs,
      );
  });
}

/** Two cases of the host's jury, two reports by the host, and two cases for administrators. */
async function addCases(world: World): Promise<DemoCases> {
  const nowMs = world.clock.now();
  const owners = new Map<string, string>();
  const reports = createReportsService(world, {
    ownerOf: async (_, { id }) => owners.get(id) ?? id,
    blockIn: async () => undefined,
    visibility: { isBlockedBy: () => false },
  });
  /** Returns the id of the case. */
  const report = async (by: number, about: number, reason: ReportReason, words: string): Promise<string> => {
    const [reporter, { profileId }] = [demoPerson(by), demoPerson(about)];
    // If they began a conversation with the reporter, their first message is reported, else the profile. Nothing is inserted.
    const message = await createMessagesStore(world.db.read, '').findByKey(profileId, demoId('message', about, by, 0));
    if (message !== null) owners.set(message.id, profileId);
    const caller: Caller = {
      accountId: reporter.accountId,
      profileId: reporter.profileId,
      roles: ['USER'],
      sessionHash: '',
      showNsfw: false,
      signedInMs: nowMs,
      byLink: false,
      lockHash: null,
    };
    const item =
      message === null ? ({ kind: 'profile', itemId: profileId } as const) : ({ kind: 'message', itemId: message.id } as const);
    await reports.report(caller, { ...item, reason, words, block: false });
    const [newest] = await createCasesStore(world.db.read).reportsBy(reporter.profileId);
    return newest?.case_id ?? '';
  };
  const judge = (caseId: string, leftMs: number) =>
    world.db.write(async (tx) => {
      await createCasesStore(tx).change(caseId, { state: 'judging', jury_round: 1, due_ms: nowMs + leftMs });
      await createJuryStore(tx).seat(caseId, [host.profileId], nowMs);
    });
  const change = (caseId: string, to: Parameters<ReturnType<typeof createCasesStore>['change']>[1]) =>
    world.db.write((tx) => createCasesStore(tx).change(caseId, to));

  const toJudge = await report(5, 4, 'harassment', 'This came after I had said no twice.');
  await judge(toJudge, 31 * hourMs);
  const judged = await report(9, 7, 'false-identity', 'The pictures are of somebody else.');
  await judge(judged, 20 * hourMs);
  await world.db.write((tx) => createJuryStore(tx).vote(judged, host.profileId, 'none', nowMs));
  const open = await report(1, 10, 'spam', 'Sells tickets to everybody.');
  await change(open, { state: 'judging', jury_round: 1, due_ms: nowMs + 40 * hourMs });
  const decided = await report(1, 12, 'other', '');
  await change(decided, { state: 'decided', outcome: 'none', decided_by: 'jury', decided_ms: nowMs - hourMs });
  const few = await report(11, 13, 'threat', 'Said they would tell my family.');
  await change(few, { state: 'referred', referred_because: 'few-members' });
  const wanted = await report(13, 14, 'unwanted-picture', 'I had not asked for it.');
  await change(wanted, { state: 'referred', referred_because: 'wanted' });
  return { toJudge };
}
