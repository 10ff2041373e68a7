// A member's archive, downloaded over HTTP and unpacked.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { likes } from '#shared/contract/likes.ts';
import { messages } from '#shared/contract/messages.ts';
import { settings } from '#shared/contract/settings.ts';
import { directionOf } from '#shared/rules/languages.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { serverLimits } from '#server/limits.ts';
import { like, sendChatPicture, write } from '#server/testing/members/actions.ts';
import {
  canary,
  createCompleteAccount,
  openQueueingApp,
  type QueueingApp,
  type CompleteAccount,
} from '#server/testing/members/complete-account.ts';
import { renewSignIns } from '#server/testing/members/sign-in.ts';
import type { Member } from '#server/testing/app/members.ts';
import ar from '#server/texts/ar.json' with { type: 'json' };
import de from '#server/texts/de.json' with { type: 'json' };
import { openTestApp } from '#server/testing/app/test-app.ts';
import { unzip } from '#server/testing/app/unzip.ts';
import { everyRow } from '#server/testing/app/whole-database.ts';

let app: QueueingApp;
let life: CompleteAccount;
beforeAll(async () => {
  app = await openQueueingApp();
  life = await createCompleteAccount(app);
});
afterAll(() => app.close());

async function archiveOf(member: Member, language = 'en') {
  const { status, headers, bytes } = await member.ask(account.postExport, {}, { 'accept-language': language });
  expect([status, headers['content-type']]).toEqual([200, 'application/zip']);
  const files = unzip(bytes);
  const text = [...files].map(([path, content]) => `${path}\n${path.endsWith('.webp') ? '' : content.toString()}`).join('\n');
  return {
    files,
    /** All paths and all text files. */
    text,
    json: (name: string) => JSON.parse(files.get(`data/${name}.json`)?.toString() ?? 'null'),
    page: (name: string) => files.get(name)?.toString() ?? '',
  };
}

test('the archive contains everything the member wrote and uploaded, with readable names', async () => {
  const { anton, boris, carl, pictureId } = life;
  const { files, json } = await archiveOf(anton);
  expect(json('account')).toMatchObject([{ email: expect.stringMatching(/^anton-/), name: canary, roles: ['USER'] }]);
  expect(json('profile')).toMatchObject([
    { publicName: anton.name, birthdate: '1990-05-17', description: `I live on ${canary}`, publicPictures: [pictureId] },
  ]);
  expect(json('pictures')).toMatchObject([{ file: `pictures/${pictureId}.webp`, width: 3_000 }]);
  expect(files.get(`pictures/${pictureId}.webp`)).toEqual(await app.world.pictureFiles.get(pictureId, 'original'));
  expect(json('likes')).toEqual([
    {
      name: 'Boris',
      profileId: boris.profileId,
      like: 'LIKE',
      blocked: false,
      since: null,
      created: expect.any(String),
      changed: expect.any(String),
    },
  ]);
  expect(json('picture-likes')).toMatchObject([{ name: 'Boris', like: 'LIKE' }]);
  const dates = { created: expect.any(String), changed: expect.any(String) };
  // Carl blocks Anton: Anton's note about Carl is archived without Carl's name.
  expect(json('notes').toSorted((a: { note: string }, b: { note: string }) => a.note.localeCompare(b.note))).toEqual([
    { name: null, profileId: carl.profileId, note: `Asked about ${canary}`, tags: ['noted'], ...dates },
    { name: 'Boris', profileId: boris.profileId, note: `Lives on ${canary} too`, tags: ['noted'], ...dates },
  ]);
  expect(json('contact-messages')).toMatchObject([{ message: `Greetings from ${canary}` }]);
  expect(json('devices')).toMatchObject([{ device: 'Phone' }]);
  expect(json('position')).toMatchObject([{ gridMetres: 1_000, hidden: false }]);
  expect(json('sessions')).toMatchObject([{ byMailedLink: true }]);
  expect(json('logins').map(({ what }: { what: string }) => what)).toContain('account-created');
  expect(json('reports')).toMatchObject([{ kind: 'message', reason: 'other', words: `Knows that I live on ${canary}` }]);
  expect(json('appeals')).toMatchObject([{ words: `Everybody on ${canary} talks like that` }]);
  expect(json('jury')).toMatchObject([{ state: 'asked', vote: null }]);
  expect(json(`conversations/${boris.profileId}`)).toMatchObject([
    { from: 'Boris', text: 'hello from Boris, is that your own garden in the picture?', picturesReceived: 0 },
    { from: 'you', isOwn: true, text: `hello Boris, come to ${canary}`, pictures: [`pictures/${pictureId}.webp`] },
    { from: 'Boris', text: 'Who are you anyway' },
  ]);
});

test('broadcasts of the member are in the archive, those of others are not', async () => {
  const { anton, boris, pictureId } = life;
  const { json, page } = await archiveOf(anton);
  const broadcast = { from: 'you', text: `Good morning from ${canary}`, pictures: [`pictures/${pictureId}.webp`] };
  expect(json('broadcasts')).toMatchObject([broadcast]);
  expect(json('broadcasts')).toHaveLength(1);
  expect(page('index.html')).toContain('<a href="broadcasts.html" dir="auto">');
  expect(page('broadcasts.html')).toContain(`src="pictures/${pictureId}.webp"`);
  expect((await archiveOf(boris)).json('broadcasts')).toMatchObject([{ text: 'Good morning, area' }]);
});

test('overview and conversations are HTML pages without network requests or scripts', async () => {
  const { anton, boris, pictureId } = life;
  const { page } = await archiveOf(anton);
  const overview = page('index.html');
  for (const text of [anton.name, 'Public name', 'Likes you gave', `src="pictures/${pictureId}.webp"`])
    expect(overview).toContain(text);
  expect(overview).toContain(`<a href="conversations/${boris.profileId}.html" dir="auto">Boris</a>`);
  const conversation = page(`conversations/${boris.profileId}.html`);
  expect(conversation).toContain(`hello Boris, come to ${canary}`);
  expect(conversation).toContain(`src="../pictures/${pictureId}.webp"`);
  for (const text of [overview, conversation]) expect(text).not.toMatch(/(?:src|href)="https?:|<script|@import|url\(/);
});

/** The texts of the pages by path, without those that members wrote. */
const pageTextsOf = (files: ReadonlyMap<string, Buffer>) =>
  [...files].flatMap(([path, content]) => {
    if (!path.endsWith('.html')) return [];
    const page = content.toString().replace(/<style>[^]*?<\/style>|dir="auto">[^<]*/g, '');
    return page.split(/<[^>]*>/).map((text) => `${path}: ${text}`);
  });

test.each(Object.entries({ ar, de }))('the pages are completely in the language of the app: %s', async (language, texts) => {
  const { anton, boris } = life;
  const [{ files, page }, english] = [await archiveOf(anton, language), await archiveOf(anton)];
  const sameWords = new Set(Object.entries(texts).flatMap(([text, own]) => (text === own ? [own] : [])));
  const englishTexts = new Set(pageTextsOf(english.files));
  const untranslated = pageTextsOf(files).filter((text) => {
    const words = text.slice(text.indexOf(': ') + 2);
    return /\p{L}{2}/u.test(words) && englishTexts.has(text) && !sameWords.has(words);
  });
  expect(untranslated).toEqual([]);
  const conversation = page(`conversations/${boris.profileId}.html`);
  for (const text of [page('index.html'), conversation])
    expect(text).toContain(`<html lang="${language}" dir="${directionOf(language)}">`);
  expect(page('index.html')).toContain(`<h2>${texts['Your private notes']}</h2>`);
  expect(page('index.html')).toContain(`<dt>${texts['Public name']}</dt><dd dir="auto">${anton.name}</dd>`);
  expect(conversation).toContain(`<p dir="auto">hello Boris, come to ${canary}</p>`);
  for (const [path, content] of english.files) if (!path.endsWith('.html')) expect(files.get(path), path).toEqual(content);
});

test('the archive contains no secrets and nothing that the member cannot see', async () => {
  const { anton, carl, device } = life;
  const rows = async (table: string) =>
    (await everyRow(app.world.db, table)).filter((row) => row['account_id'] === anton.accountId);
  const sessions = (await rows('sessions')).map((row) => String(row['id_hash']));
  const [stored] = await app.world.db.read.selectFrom('accounts').selectAll().where('id', '=', anton.accountId).execute();
  const { files, text } = await archiveOf(anton);
  const secrets = [...sessions, stored?.password_hash, device.endpoint, device.auth_base64, device.p256dh_base64];
  for (const secret of secrets) expect(text.includes(String(secret)), String(secret)).toBe(false);
  // Carl blocks Anton: only Anton's note about Carl remains, with Carl's id.
  expect(text.includes('Carl')).toBe(false);
  const others = [...files].filter(([path]) => path !== 'data/notes.json' && path !== 'index.html');
  expect(others.filter(([path, content]) => path.includes(carl.profileId) || content.includes(carl.profileId))).toEqual([]);
});

test('the archive does not disclose dislikes from others', async () => {
  const [anton, boris, dora] = [await app.member(), await app.member({ name: 'Boris' }), await app.member({ name: 'Dora' })];
  await like(dora, anton);
  await boris.call(likes.putProfileLike, {
    body: { likerProfileId: boris.profileId, likedProfileId: anton.profileId, likeType: 'DISLIKE' },
  });
  const { text } = await archiveOf(anton);
  expect([text.includes('DISLIKE'), text.includes(boris.profileId)]).toEqual([false, false]);
});

test('messages that were deleted or taken back, and undisclosed read times, are not in the archive', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  await boris.call(settings.putSettings, { body: { sendSeen: false } });
  const [mine, takenBack, hidden] = [
    await write(anton, boris, 'remaining'),
    await write(boris, anton, 'taken back'),
    await write(boris, anton, 'hidden'),
  ];
  await boris.call(messages.putMessageRead, { params: { id: mine.id } });
  await boris.call(messages.deleteMessage, { params: { id: takenBack.id }, query: { forBoth: true } });
  await anton.call(messages.deleteMessage, { params: { id: hidden.id }, query: { forBoth: false } });
  const antons = await archiveOf(anton);
  expect(antons.json(`conversations/${boris.profileId}`)).toMatchObject([{ text: 'remaining', read: null }]);
  expect(antons.json(`conversations/${boris.profileId}`)).toHaveLength(1);
  const others = await archiveOf(boris);
  expect(others.json(`conversations/${anton.profileId}`)).toMatchObject([
    { text: 'remaining', read: expect.any(String) },
    { text: 'hidden', from: 'you' },
  ]);
});

test('a picture to view once is only in the archive of its sender', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const { id } = await sendChatPicture(anton, boris, undefined, { viewOnce: true });
  await boris.call(messages.postMessageView, { params: { id } });
  const picturesIn = (files: ReadonlyMap<string, Buffer>) => [...files.keys()].filter((path) => path.includes('pictures/'));
  const [sender, recipient] = [await archiveOf(anton), await archiveOf(boris)];
  expect([picturesIn(sender.files).length, picturesIn(recipient.files).length]).toEqual([1, 0]);
  expect(sender.json('pictures')).toMatchObject([{ sentToName: 'Boris', viewOnce: true }]);
  for (const [{ json }, peer] of [
    [sender, boris],
    [recipient, anton],
  ] as const)
    expect(json(`conversations/${peer.profileId}`)).toMatchObject([{ pictures: [], picturesReceived: 0, viewOnce: 'viewed' }]);
});

test('replies and the reactions of both members are in the archive', async () => {
  const [anton, boris] = [await app.member({ name: 'Anton' }), await app.member({ name: 'Boris' })];
  const { id } = await write(anton, boris, 'Ferry or train?');
  const { profileId } = boris;
  const body = { senderProfileId: profileId, recipientProfileId: anton.profileId, bodyText: 'Ferry', profilePicIds: [] };
  await boris.call(messages.postMessage, { body: { ...body, replyToId: id } });
  await boris.call(messages.putMessageReaction, { params: { id }, body: { emoji: '👍' } });
  const { json, files } = await archiveOf(anton);
  expect(json(`conversations/${profileId}`)).toMatchObject([
    { text: 'Ferry or train?', answers: null, ownReaction: null, otherReaction: '👍' },
    { text: 'Ferry', answers: id, ownReaction: null, otherReaction: null },
  ]);
  const page = [...files].find(([path]) => path.endsWith('.html') && path.includes(profileId))?.[1].toString();
  expect(page).toContain(`<a href="#${id}">in reply</a>`);
});

test('markup in texts is escaped', async () => {
  const hostile = '<script>alert(1)</script>';
  const anton = await app.member({ name: hostile, description: `"><img src=x onerror=alert(1)> ${hostile}` });
  const boris = await app.member({ name: hostile });
  await write(boris, anton, hostile);
  const { files } = await archiveOf(anton);
  for (const [path, content] of files) if (path.endsWith('.html')) expect(content.toString()).not.toMatch(/<script|<img src=x/);
});

test('a long conversation is archived completely and in order', async () => {
  const [anton, boris] = [await app.member(), await app.member({ name: 'Boris' })];
  const texts = Array.from({ length: 603 }, (_, number) => `number ${number}`);
  for (let at = 0; at < texts.length; at += 40)
    await Promise.all(texts.slice(at, at + 40).map((text) => write(boris, anton, text)));
  const { json } = await archiveOf(anton);
  const archived: { id: string; text: string }[] = json(`conversations/${boris.profileId}`);
  expect(archived.map(({ text }) => text).toSorted()).toEqual(texts.toSorted());
  const newest = { sinceMessageId: undefined, beforeMessageId: undefined };
  const shown = await anton.call(messages.getBetween, { params: { a: anton.profileId, b: boris.profileId }, query: newest });
  expect(archived.slice(-shown.length).map(({ id }) => id)).toEqual(shown.map(({ id }) => id).toReversed());
});

test('the archive can be downloaded three times a day', async () => {
  const limited = await openTestApp({ rates: { exports: serverLimits.rates.exports } });
  try {
    const anton = await limited.member();
    for (let times = 0; times < 3; times += 1) await archiveOf(anton);
    const refused = await anton.ask(account.postExport);
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 8 * 3_600]);
    limited.clock.pass(8 * hourMs);
    await renewSignIns(limited);
    await archiveOf(anton);
  } finally {
    await limited.close();
  }
});
