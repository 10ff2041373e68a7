// Search in one's own conversations over HTTP, on both databases.
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { messages } from '#shared/contract/messages.ts';
import { broadcast, like, reportPosition, write } from '#server/testing/members/actions.ts';
import type { Member } from '#server/testing/app/members.ts';
import type { OpenTestApp, TestApp } from '#server/testing/app/test-app.ts';

const ask = (viewer: Member, text: string, beforeMessageId?: string) =>
  viewer.ask(messages.getSearch, { query: { text, beforeMessageId } });
const find = (viewer: Member, text: string, beforeMessageId?: string) =>
  viewer.call(messages.getSearch, { query: { text, beforeMessageId } });
const excerpts = async (viewer: Member, text: string) => (await find(viewer, text)).map(({ excerpt }) => excerpt);
const remove = (viewer: Member, { id }: { id: string }, forBoth: boolean) =>
  viewer.call(messages.deleteMessage, { params: { id }, query: { forBoth } });

export function membersSearchTheirConversations(open: OpenTestApp): void {
  let app: TestApp;
  beforeAll(async () => {
    app = await open();
  });
  afterAll(() => app.close());

  const two = async (): Promise<[Member, Member]> => [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];

  test('both members find their messages, newest first', async () => {
    const [anton, boris] = await two();
    const first = await write(anton, boris, 'The ferry leaves at ten');
    const second = await write(boris, anton, 'Which ferry?');
    await write(boris, anton, 'No hurry');
    expect(await find(anton, 'ferry')).toMatchObject([
      { id: second.id, excerpt: 'Which ferry?', senderProfileId: boris.profileId, profile: { profileName: 'Boris' } },
      { id: first.id, excerpt: 'The ferry leaves at ten', senderProfileId: anton.profileId, tsCreated: first.tsCreated },
    ]);
    expect((await find(boris, 'ferry')).map(({ profile }) => profile.profileName)).toEqual(['Anton', 'Anton']);
  });

  test('all words must match in any order and case, the last one by its start', async () => {
    const [anton, boris] = await two();
    await write(anton, boris, 'The FERRY leaves at ten');
    expect(await excerpts(anton, 'ten ferry')).toHaveLength(1);
    expect(await excerpts(anton, 'ferry lea')).toHaveLength(1);
    expect(await excerpts(anton, 'lea ferry')).toEqual([]);
    expect(await excerpts(anton, 'ferry eleven')).toEqual([]);
    expect(await excerpts(anton, 'erry')).toEqual([]);
  });

  test('accents are ignored, and words of other scripts are found', async () => {
    const [anton, boris] = await two();
    await write(anton, boris, 'Die Fähre nach Zürich');
    await write(anton, boris, 'नमस्ते दुनिया, привет мир');
    await write(anton, boris, '한국어');
    for (const text of ['fahre', 'FÄHRE', 'zurich fähre', 'fa\u0308hre', 'नमस्ते', 'दुनि', 'мир', 'привет', '한국'])
      expect(await excerpts(anton, text), text).toHaveLength(1);
    // PostgreSQL takes upper and lower case of other letters than ASCII's from the locale of its database, which in tests is C.
    if (app.world.db.engine === 'sqlite') expect(await excerpts(anton, 'Мир')).toHaveLength(1);
  });

  test('search operators are treated as ordinary words', async () => {
    const [anton, boris] = await two();
    await write(anton, boris, "to be OR not to be: that's https://example.org/question?a=b");
    for (const text of ['OR', 'or NOT', '"to be"', "that's", 'be*', '(to)', 'to:be', 'example.org', 'example org', 'a=b'])
      expect(await excerpts(anton, text), text).toHaveLength(1);
    for (const text of ['members:to', 'NEAR(to be)', '" OR ""', '-', '😀', `'; drop table messages; --`, '\\'])
      expect((await ask(anton, text)).status, text).toBe(200);
    expect(await excerpts(anton, '?!')).toEqual([]);
  });

  test('broadcasts and messages of other conversations are not found', async () => {
    const [anton, boris] = await two();
    const carl = await app.member({ name: 'Carl' });
    const otherConversation = await write(anton, boris, `lighthouse ${carl.profileId}`);
    await reportPosition(anton, app.clock.now());
    await broadcast(anton, 'lighthouse, everybody');
    for (const text of ['lighthouse', carl.profileId, anton.profileId, anton.profileId.replaceAll('-', '')])
      expect(await find(carl, text)).toEqual([]);
    expect(await excerpts(anton, 'lighthouse')).toHaveLength(1);
    expect((await ask(carl, 'lighthouse', otherConversation.id)).status).toBe(404);
  });

  test('a message that was deleted or unsent is not found, and its words are removed from the index', async () => {
    const [anton, boris] = await two();
    const [hidden, takenBack] = [await write(anton, boris, 'quokka one'), await write(anton, boris, 'quokkatwo quokka')];
    await remove(boris, hidden, false);
    expect([await excerpts(boris, 'quokka one'), await excerpts(anton, 'quokka one')]).toEqual([[], ['quokka one']]);
    await remove(anton, takenBack, true);
    for (const viewer of [anton, boris]) expect(await excerpts(viewer, 'quokkatwo')).toEqual([]);
    expect(await isIndexed(app, 'quokkatwo')).toBe(false);
    await anton.call(account.deleteAccount);
    expect(await excerpts(boris, 'quokka')).toEqual([]);
    expect(await isIndexed(app, 'quokka')).toBe(false);
  });

  test('members hidden from each other do not find their messages until they are visible again', async () => {
    const [anton, boris] = await two();
    await write(anton, boris, 'meet me at the harbour');
    await like(anton, boris, { blocked: true });
    for (const viewer of [anton, boris]) expect(await excerpts(viewer, 'harbour')).toEqual([]);
    await like(anton, boris, { blocked: false });
    for (const viewer of [anton, boris]) expect(await excerpts(viewer, 'harbour')).toHaveLength(1);
  });

  test('results are listed in pages of twenty', async () => {
    const [anton, boris] = await two();
    for (let number = 0; number < 25; number += 1) await write(anton, boris, `pebble ${number}`);
    const page = await find(boris, 'pebble');
    const rest = await find(boris, 'pebble', page.at(-1)?.id);
    const numbers = Array.from({ length: 25 }, (_, number) => `pebble ${24 - number}`);
    expect([page.length, [...page, ...rest].map(({ excerpt }) => excerpt)]).toEqual([20, numbers]);
  });

  test('a search without text, or with more than 100 characters, is refused', async () => {
    const [anton] = await two();
    expect((await anton.send('GET', '/api/messages/search')).status).toBe(400);
    expect((await ask(anton, 'x'.repeat(101))).status).toBe(400);
  });
}

async function isIndexed({ world }: TestApp, word: string): Promise<boolean> {
  if (world.db.engine === 'postgres') {
    // PostgreSQL's index contains only words of the rows.
    const { rows } = await sql`select 1 from messages where body_text like ${`%${word}%`}`.execute(world.db.read);
    return rows.length > 0;
  }
  const { rows } = await sql<{ block: Buffer }>`select block from message_words_data`.execute(world.db.read);
  return rows.some(({ block }) => block.includes(word));
}
