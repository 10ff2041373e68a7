// GPT Buster as players and authors meet it over HTTP.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { games, type GptRound } from '#shared/contract/games.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { dayMs } from '#shared/rules/durations.ts';
import { agree, like } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import { seededIds } from '#server/testing/app/seeded.ts';
import { change } from '#server/testing/members/settings.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createSessionsService } from '#server/features/session/sessions.service.ts';
import { inventedNarratives } from './invented-narratives.ts';
import { anonymousText } from './anonymous-text.ts';

let app: TestApp;
beforeAll(async () => {
  // The same random numbers in every run.
  app = await openTestApp({ parts: { ids: seededIds(1) } });
});
afterAll(() => app.close());

const words = 'I mend old radios in a cellar by the canal, and I would rather listen than talk, most days at least.';
const invented = new Set(Object.values(inventedNarratives).map(({ text, name }) => anonymousText(text, [name])));
const authors: Member[] = [];
afterEach(async () => {
  for (const author of authors.splice(0)) await agree(author, { words: false });
});

/** A member who agreed that GPT Buster shows their description. */
async function author(description = words, name?: string): Promise<Member> {
  const member = await app.member({ description, ...(name === undefined ? {} : { name }) });
  await agree(member, { words: true });
  authors.push(member);
  return member;
}
const draw = async (player: Member): Promise<GptRound | null> => (await player.call(games.postGptRound)).round;
async function drawnRound(player: Member): Promise<GptRound> {
  const round = await draw(player);
  if (round === null) throw new Error('There is nothing left to play.');
  return round;
}
const vote = (player: Member, id: string, said: 'human' | 'machine') =>
  player.ask(games.postGptVote, { params: { id }, body: { vote: said } });
const wrote = ({ text }: GptRound): 'human' | 'machine' => (invented.has(text) ? 'machine' : 'human');

/** Plays, with a right vote on each machine's text, until a round shows a member's text. */
async function realRound(player: Member): Promise<GptRound> {
  for (;;) {
    const round = await drawnRound(player);
    if (wrote(round) === 'human') return round;
    await vote(player, round.id, 'machine');
  }
}

test('texts of members and of machines are shown, and each right answer scores', async () => {
  const player = await app.member();
  for (let count = 0; count < 12; count++) await author(`${words} That was number ${count}.`);
  const seen = new Set<string>();
  for (let count = 0; count < 12; count++) {
    const round = await drawnRound(player);
    seen.add(wrote(round));
    const { body } = await vote(player, round.id, wrote(round));
    expect(body).toEqual({
      isRight: true,
      was: wrote(round),
      score: { game: 'gptbuster', points: count + 1, streak: count + 1, best: count + 1 },
    });
  }
  expect(seen.size).toBe(2);
});

test('a wrong answer ends the streak and keeps the best one', async () => {
  const player = await app.member();
  await author();
  const first = await drawnRound(player);
  await vote(player, first.id, wrote(first));
  await author(`${words} And I sing.`);
  const second = await drawnRound(player);
  const wrong = wrote(second) === 'human' ? 'machine' : 'human';
  expect((await vote(player, second.id, wrong)).body).toMatchObject({
    isRight: false,
    score: { points: 1, streak: 0, best: 1 },
  });
  expect((await player.call(games.getGames)).scores).toMatchObject([{ game: 'gptbuster', points: 1, streak: 0, best: 1 }]);
});

test('the open round stays the same until it is answered, and an answer cannot be changed', async () => {
  const player = await app.member();
  await author();
  const round = await drawnRound(player);
  expect(await draw(player)).toEqual(round);
  const { id } = round;
  const first = (await vote(player, id, 'human')).body;
  expect((await vote(player, id, 'machine')).body).toEqual(first);
  expect((await vote(await app.member(), id, 'human')).status).toBe(404);
});

test('before the vote, the replies for the two kinds of text look the same', async () => {
  const player = await app.member();
  const answers = new Map<string, readonly string[]>();
  for (let count = 0; answers.size < 2 && count < 40; count++) {
    await author(`${words} This is version ${count}.`);
    const answer = await player.ask(games.postGptRound);
    const { round } = answer.body as { round: GptRound };
    answers.set(wrote(round), [...Object.keys(round), ...Object.keys(answer.headers)]);
    await vote(player, round.id, 'human');
  }
  expect(answers.get('human')).toEqual(answers.get('machine'));
});

test('a member’s text is shown without their name and contact details', async () => {
  await author(`Call me Bartholomew, everybody does. ${words} Or mail bart@example.org`, 'Bartholomew');
  const { text } = await realRound(await app.member());
  expect(text).toBe(`Call me […], everybody does. ${words} Or mail […]`);
});

test('no text is shown without consent, and no member is shown their own', async () => {
  await app.member({ description: `${words} Not to be shown.` });
  expect(await draw(await app.member())).toBeNull();
  expect(await draw(await author())).toBeNull();
});

test('a withdrawn text disappears from open rounds', async () => {
  const player = await app.member();
  const writer = await author();
  const { id } = await realRound(player);
  await agree(writer, { words: false });
  expect((await vote(player, id, 'human')).status).toBe(404);
  expect(await draw(player)).toBeNull();
});

test.each<[string, (author: Member, player: Member) => Promise<unknown>]>([
  ['blocks the player', (writer, player) => like(writer, player, { blocked: true })],
  ['is blocked by the player', (writer, player) => like(player, writer, { blocked: true })],
  ['hides', (writer) => change(writer, { hide: true })],
  ['deletes the description', (writer) => writer.call(profiles.putProfile, { body: { id: writer.profileId, description: '' } })],
])('a member who %s is no longer in that player’s rounds', async (_, happens) => {
  const player = await app.member();
  const writer = await author();
  const { id } = await realRound(player);
  await happens(writer, player);
  expect((await vote(player, id, 'human')).status).toBe(404);
  expect(await draw(player)).toBeNull();
});

test('a vote can be repeated while the player blocks the author, since a block must not tell who wrote, but not while the author blocks the player', async () => {
  const player = await app.member();
  const writer = await author();
  const { id } = await realRound(player);
  const repeated = async () => (await vote(player, id, 'human')).status;
  expect(await repeated()).toBe(200);
  await like(player, writer, { blocked: true });
  expect(await repeated()).toBe(200);
  await like(player, writer, { blocked: false });
  await like(writer, player, { blocked: true });
  expect(await repeated()).toBe(404);
});

test('a player gets a text once in thirty days', async () => {
  const player = await app.member();
  const writer = await author();
  const { id, text } = await realRound(player);
  await vote(player, id, 'human');
  expect(await draw(player)).toBeNull();
  app.clock.pass(31 * dayMs);
  for (const member of [player, writer]) await comesBack(member);
  expect((await realRound(player)).text).toBe(text);
});

/** One new player for each vote. */
async function votesOn(said: readonly ('human' | 'machine')[]): Promise<void> {
  for (const one of said) {
    const player = await app.member();
    await vote(player, (await realRound(player)).id, one);
  }
}
const times = (count: number, said: 'human' | 'machine') => Array<typeof said>(count).fill(said);
const casesAbout = ({ profileId }: Member) =>
  app.world.db.read.selectFrom('cases').select(['origin', 'item_kind']).where('subject_id', '=', profileId).execute();

test('eight votes that a machine wrote a profile raise a case, and eight more raise no second one', async () => {
  const writer = await author();
  await votesOn(times(7, 'machine'));
  expect(await casesAbout(writer)).toEqual([]);
  await votesOn(times(1, 'machine'));
  expect(await casesAbout(writer)).toEqual([{ origin: 'machine', item_kind: 'profile' }]);
  await votesOn(times(8, 'machine'));
  expect(await casesAbout(writer)).toHaveLength(1);
});

test('no case is raised if more than a quarter of the players vote that a member wrote the text', async () => {
  const writer = await author();
  await votesOn([...times(3, 'human'), ...times(8, 'machine')]);
  expect(await casesAbout(writer)).toEqual([]);
  await votesOn(times(1, 'machine'));
  expect(await casesAbout(writer)).toHaveLength(1);
});

/** Logs the member in again, since sessions end within thirty days. */
async function comesBack(member: Member): Promise<void> {
  const cookie = await app.world.db.write((tx) =>
    createSessionsService(app.world).create(tx, { ...member, isRemembered: false, byLink: true, device: 'a test' }),
  );
  member.cookies.set('sid', cookie);
}
