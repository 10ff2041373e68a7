// The pages of an archive, as a member reads them.
import { expect, test } from 'vitest';
import type { Language } from '#shared/rules/languages.ts';
import { translatorFor } from '#server/texts/translators.ts';
import { conversationPage, jsonList, overviewPage, type ArchivedMessage, type Part } from './archive-pages.ts';

const english = translatorFor('en');

async function* pagesOf<T>(...pages: T[][]) {
  yield* pages;
}
async function textOf(chunks: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) text += chunk;
  return text;
}
/** Returns the page without its head. */
const bodyOf = async (chunks: AsyncIterable<string>): Promise<string> => (await textOf(chunks)).replace(/^[^]*<\/h1>\n/, '');
const sectionOf = async (...rows: Part['rows'][]): Promise<string> => {
  const parts = rows.map((page) => ({ title: 'Likes & blocks', labels: { publicName: 'Public name' }, rows: page }));
  return /<section>[^]*?<\/section>\n/.exec(await bodyOf(overviewPage(english, parts, pagesOf())))?.[0] ?? '';
};

const message: ArchivedMessage = {
  id: 'm1',
  sent: '2026-11-21T12:34:56.789Z',
  from: 'you',
  isOwn: true,
  text: 'Ferry?',
  pictures: [],
  picturesReceived: 0,
  viewOnce: null,
  read: null,
  answers: null,
  ownReaction: null,
  otherReaction: null,
};
const articleOf = (change: Partial<ArchivedMessage>, folder: '' | '../' = '../', language: Language = 'en') =>
  bodyOf(conversationPage(translatorFor(language), 'Boris', pagesOf([{ ...message, ...change }]), folder)).then((text) =>
    text.slice(text.indexOf('<article')),
  );

test('a page has a title and its own style, and runs no script', async () => {
  const page = await textOf(conversationPage(english, 'Boris & co', pagesOf(), '../'));
  expect(page).toMatch(/^<!doctype html>\n<html lang="en" dir="ltr"><meta charset="utf-8">/);
  expect(page).toContain(`content="script-src 'none'; object-src 'none'"`);
  expect(page).toContain('<title>Boris &amp; co</title>\n<style>\nbody {');
  expect(page).toMatch(/<h1>Boris &amp; co<\/h1>\n<p><a href="\.\.\/index\.html">Your data<\/a><\/p>\n$/);
});

test('the overview says what the archive contains, and links to each conversation', async () => {
  const links = pagesOf(
    [{ href: 'broadcasts.html', text: 'Area' }],
    [
      { href: 'a.html', text: '<A>' },
      { href: 'b"c', text: 'B' },
    ],
  );
  expect(await textOf(overviewPage(english, [], links))).toMatch(/<h1>Your data<\/h1>/);
  expect(await bodyOf(overviewPage(english, [], pagesOf([{ href: 'broadcasts.html', text: 'Area' }])))).toBe(
    '<p>This is what we stored for you at the time of your request: what you wrote and uploaded, the messages you received, and the ' +
      'data of your account. The folder “data” contains the same in JSON. It is not encrypted: store it where only you can open it.</p>\n' +
      '<section><h2>Conversations</h2>\n<ul>\n<li><a href="broadcasts.html" dir="auto">Area</a></li>\n</ul></section>\n',
  );
  const more = pagesOf(
    [
      { href: 'a.html', text: '<A>' },
      { href: 'b"c', text: 'B' },
    ],
    [{ href: 'd.html', text: 'D' }],
  );
  expect(await bodyOf(overviewPage(english, [], more))).toContain(
    '<ul>\n<li><a href="a.html" dir="auto">&lt;A&gt;</a></li>\n<li><a href="b&quot;c" dir="auto">B</a></li>\n<li><a href="d.html" dir="auto">D</a></li>\n</ul>',
  );
});

test('one row is shown as a list of its fields, several rows as a table, and without rows there is only a heading', async () => {
  const heading = '<section><h2>Likes &amp; blocks</h2>\n';
  expect(await sectionOf(pagesOf([]))).toBe(`${heading}</section>\n`);
  expect(await sectionOf(pagesOf([], [{ publicName: 'Ada', isHidden: true }]))).toBe(
    `${heading}<dl><dt>Public name</dt><dd dir="auto">Ada</dd><dt>isHidden</dt><dd>yes</dd></dl>\n</section>\n`,
  );
  expect(
    await sectionOf(
      pagesOf(
        [
          { a: 1, b: 'x' },
          { a: 2, b: 'y' },
        ],
        [],
        [{ a: 3, b: 'z' }],
      ),
    ),
  ).toBe(
    `${heading}<table><tr><th>a</th><th>b</th></tr>\n<tr><td>1</td><td dir="auto">x</td></tr>\n<tr><td>2</td><td dir="auto">y</td></tr>\n` +
      '<tr><td>3</td><td dir="auto">z</td></tr>\n</table></section>\n',
  );
});

test.each([
  [null, ''],
  [undefined, ''],
  [true, 'yes'],
  [false, 'no'],
  [3_000, '3,000'],
  ['2026-11-21T12:34:56.789Z', '21 Nov 2026, 12:34:56 UTC'],
  ['pictures/a-1.webp', '<a href="pictures/a-1.webp"><img loading="lazy" alt="" src="pictures/a-1.webp"></a>'],
])('the value %j is shown as %s', async (value, shown) => {
  expect(await sectionOf(pagesOf([{ a: value }]))).toContain(`<dl><dt>a</dt><dd>${shown}</dd></dl>`);
});

test.each([
  [['a', 'b'], '[\n &quot;a&quot;,\n &quot;b&quot;\n]'],
  [`"&<'>`, '&quot;&amp;&lt;&#39;&gt;'],
  ['at 2026-11-21T12:34:56.789Z', 'at 2026-11-21T12:34:56.789Z'],
  ['pictures/a.webp or so', 'pictures/a.webp or so'],
])('the text %j is shown as %s, in its own direction', async (value, shown) => {
  expect(await sectionOf(pagesOf([{ a: value }]))).toContain(`<dl><dt>a</dt><dd dir="auto">${shown}</dd></dl>`);
});

test.each<[string, Partial<ArchivedMessage>, string]>([
  [
    'of the member',
    {},
    '<article id="m1" class="own"><p dir="auto">Ferry?</p><small>you, 21 Nov 2026, 12:34:56 UTC</small></article>\n',
  ],
  [
    'of another with pictures',
    { from: 'B & C', isOwn: false, text: '<b>', picturesReceived: 2 },
    '<article id="m1"><p dir="auto">&lt;b&gt;</p><p>(Pictures from B &amp; C: 2)</p><small>B &amp; C, 21 Nov 2026, 12:34:56 UTC</small></article>\n',
  ],
  [
    'with pictures of the member',
    { pictures: ['pictures/p.webp', 'pictures/q.webp'] },
    '<article id="m1" class="own"><p dir="auto">Ferry?</p>' +
      '<a href="../pictures/p.webp"><img loading="lazy" alt="" src="../pictures/p.webp"></a>' +
      '<a href="../pictures/q.webp"><img loading="lazy" alt="" src="../pictures/q.webp"></a>' +
      '<small>you, 21 Nov 2026, 12:34:56 UTC</small></article>\n',
  ],
  [
    'that was read and reacted to, in reply to another',
    { read: '2026-11-22T08:00:00.000Z', answers: 'm0', ownReaction: '👍', otherReaction: '❤️' },
    '<article id="m1" class="own"><p dir="auto">Ferry?</p><small>you, 21 Nov 2026, 12:34:56 UTC, seen 22 Nov 2026, 08:00:00 UTC' +
      ' <a href="#m0">in reply</a> 👍 ❤️</small></article>\n',
  ],
  [
    'with a picture to view once',
    { viewOnce: 'unviewed' },
    '<article id="m1" class="own"><p dir="auto">Ferry?</p><p>(photo to view once, not viewed)</p>' +
      '<small>you, 21 Nov 2026, 12:34:56 UTC</small></article>\n',
  ],
  [
    'with one reaction',
    { otherReaction: '❤️' },
    '<article id="m1" class="own"><p dir="auto">Ferry?</p><small>you, 21 Nov 2026, 12:34:56 UTC ❤️</small></article>\n',
  ],
])('a message %s', async (_, change, article) => {
  expect(await articleOf(change)).toBe(article);
});

test.each<[Language, string]>([
  [
    'de',
    '<p>(Bilder von Boris: 1.200)</p><small>Boris, 21. Nov. 2026, 12:34:56 UTC, gesehen am 22. Nov. 2026, 18:00:00 UTC</small>',
  ],
  [
    'ar',
    '<p>(صور من \u2068Boris\u2069: 1,200)</p><small>\u2068Boris\u2069، \u206821 نوفمبر 2026، 12:34:56 م UTC\u2069، ' +
      'شوهدت في \u206822 نوفمبر 2026، 6:00:00 م UTC\u2069</small>',
  ],
])('times, counts and lists are formatted in the language %s', async (language, article) => {
  const change = { from: 'Boris', isOwn: false, picturesReceived: 1_200, read: '2026-11-22T18:00:00.000Z' };
  expect(await articleOf(change, '../', language)).toBe(`<article id="m1"><p dir="auto">Ferry?</p>${article}</article>\n`);
});

test('a JSON list is valid without rows, and over several pages', async () => {
  const listed = async (...pages: unknown[][]) => textOf(jsonList(pagesOf(...pages)));
  expect([await listed(), await listed([], [])]).toEqual(['[]\n', '[]\n']);
  expect(await listed([{ a: 1 }, { b: 2 }], [], [3])).toBe('[\n{\n "a": 1\n},\n{\n "b": 2\n},\n3\n]\n');
});
