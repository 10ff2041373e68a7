// HTML and JSON pages of an archive: an overview, and a page for each conversation.
import { serverLocale } from '#shared/formats/locale.ts';
import { utcDateAndTimeWithSeconds } from '#shared/formats/times.ts';
import { counted } from '#shared/formats/words.ts';
import type { AnyRow } from './member-table.ts';

type Chunks = AsyncGenerator<string>;
export type Pages<T> = AsyncIterable<readonly T[]>;

export interface Part {
  readonly title: string;
  readonly rows: Pages<AnyRow>;
}

export interface PageLink {
  readonly href: string;
  readonly text: string;
}

export interface ArchivedMessage {
  readonly id: string;
  readonly sent: string;
  /** "you", or the other member's name. */
  readonly from: string;
  readonly isOwn: boolean;
  readonly text: string;
  /** Paths in the archive. It contains only the member's own pictures. */
  readonly pictures: readonly string[];
  readonly picturesReceived: number;
  /** Whether a picture that could be viewed once was viewed. Null without such a picture. */
  readonly viewOnce: 'unviewed' | 'viewed' | null;
  /** When the message was read. Null if it is unread or the member may not know. */
  readonly read: string | null;
  /** The id of the message to which it replies. */
  readonly answers: string | null;
  readonly ownReaction: string | null;
  readonly otherReaction: string | null;
}

/** The overview contains all data except the conversations, to which it links. */
export async function* overviewPage(parts: readonly Part[], conversations: Pages<PageLink>): Chunks {
  yield head('Your data');
  yield '<p>This is everything that we stored about you at the time of your request. The folder <code>data</code> contains the same in JSON. ';
  yield 'It is not encrypted: store it where only you can open it.</p>\n';
  for (const part of parts) yield* section(part);
  yield '<section><h2>Conversations</h2>\n<ul>\n';
  for await (const links of conversations)
    yield links.map(({ href, text }) => `<li><a href="${escaped(href)}">${escaped(text)}</a></li>\n`).join('');
  yield '</ul></section>\n';
}

/** `folder` is the path from this page to the folder of the overview. */
export async function* conversationPage(title: string, messages: Pages<ArchivedMessage>, folder: '' | '../'): Chunks {
  yield `${head(title)}<p><a href="${folder}index.html">Your data</a></p>\n`;
  for await (const page of messages) yield page.map((message) => article(message, folder)).join('');
}

export async function* jsonList(pages: Pages<unknown>): Chunks {
  let separator = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row, null, 1)).join(',\n');
    separator = ',\n';
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n';
}

async function* section({ title, rows }: Part): Chunks {
  yield `<section><h2>${escaped(title)}</h2>\n`;
  let isOpen = false;
  for await (const page of rows) {
    const [first] = page;
    if (first === undefined) continue;
    if (!isOpen && page.length === 1) {
      yield `<dl>${Object.entries(first)
        .map(([name, value]) => `<dt>${label(name)}</dt><dd>${formatted(value)}</dd>`)
        .join('')}</dl>\n`;
      continue;
    }
    if (!isOpen)
      yield `<table><tr>${Object.keys(first)
        .map((name) => `<th>${label(name)}</th>`)
        .join('')}</tr>\n`;
    isOpen = true;
    yield page
      .map(
        (row) =>
          `<tr>${Object.values(row)
            .map((value) => `<td>${formatted(value)}</td>`)
            .join('')}</tr>\n`,
      )
      .join('');
  }
  yield `${isOpen ? '</table>' : ''}</section>\n`;
}

function article(message: ArchivedMessage, folder: string): string {
  const { id, from, isOwn, sent, text, pictures, picturesReceived, viewOnce, read, answers, ownReaction, otherReaction } =
    message;
  const seen = read === null ? '' : `, read ${formatted(read)}`;
  const images = pictures.map((file) => picture(file, folder)).join('');
  const others =
    picturesReceived === 0
      ? ''
      : `<p>(${counted(picturesReceived, { one: '# picture', other: '# pictures' }, serverLocale)} from ${escaped(from)})</p>`;
  const once = viewOnce === null ? '' : `<p>(photo to view once, ${viewOnce})</p>`;
  const side = isOwn ? ' class="own"' : '';
  const replyLink = answers === null ? '' : ` <a href="#${escaped(answers)}">in reply</a>`;
  const reactions = [ownReaction, otherReaction].filter((emoji) => emoji !== null).join(' ');
  const footer = `${escaped(from)}, ${formatted(sent)}${seen}${replyLink} ${escaped(reactions)}`.trimEnd();
  return `<article id="${escaped(id)}"${side}><p>${escaped(text)}</p>${images}${others}${once}<small>${footer}</small></article>\n`;
}

const head = (title: string): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
dt { color: GrayText } dd { margin: 0 0 .5rem } dd, td, article p { white-space: pre-wrap }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid }
img { max-width: 12rem; max-height: 15rem } article { margin: .75rem 4rem .75rem 0 } .own { margin: .75rem 0 .75rem 4rem }
article p { margin: 0 } small { color: GrayText }
</style>
<h1>${escaped(title)}</h1>
`;

/** Turns "publicName" into "public name". */
const label = (name: string): string => escaped(name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase());

const isPicture = /^pictures\/[\w-]+\.webp$/;
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

function formatted(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value !== 'string') return escaped(JSON.stringify(value, null, 1));
  if (isPicture.test(value)) return picture(value);
  return escaped(isTime.test(value) ? utcDateAndTimeWithSeconds(Date.parse(value), serverLocale) : value);
}

const picture = (file: string, folder = ''): string =>
  `<a href="${folder}${escaped(file)}"><img loading="lazy" alt="" src="${folder}${escaped(file)}"></a>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
