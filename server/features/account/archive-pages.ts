// HTML and JSON pages of an archive: an overview, and a page for each conversation.
import { numberText } from '#shared/formats/numbers.ts';
import { utcDateAndTimeWithSeconds } from '#shared/formats/times.ts';
import { commaSeparated } from '#shared/formats/words.ts';
import { directionOf } from '#shared/rules/languages.ts';
import type { Translator } from '#server/texts/translators.ts';
import type { AnyRow } from './member-table.ts';

type Chunks = AsyncGenerator<string>;
export type Pages<T> = AsyncIterable<readonly T[]>;

export interface Part {
  readonly title: string;
  /** The labels of the rows' fields, by the names of the fields. */
  readonly labels: Readonly<Record<string, string>>;
  readonly rows: Pages<AnyRow>;
}

export interface PageLink {
  readonly href: string;
  readonly text: string;
}

export interface ArchivedMessage {
  readonly id: string;
  readonly sent: string;
  /** The other member's name, or "you" for an own message, which HTML pages translate. */
  readonly from: string;
  readonly isOwn: boolean;
  readonly text: string;
  /** Paths in the archive, which contains only the member's own pictures. */
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
export async function* overviewPage(translator: Translator, parts: readonly Part[], conversations: Pages<PageLink>): Chunks {
  const { t } = translator;
  yield head(translator, t('Your data'));
  yield `<p>${escaped(
    t(
      'This is what we stored for you at the time of your request: what you wrote and uploaded, the messages you received, and the data of your account. The folder “data” contains the same in JSON. It is not encrypted: store it where only you can open it.',
    ),
  )}</p>\n`;
  for (const part of parts) yield* section(translator, part);
  yield `<section><h2>${escaped(t('Conversations'))}</h2>\n<ul>\n`;
  for await (const links of conversations)
    yield links.map(({ href, text }) => `<li><a href="${escaped(href)}" dir="auto">${escaped(text)}</a></li>\n`).join('');
  yield '</ul></section>\n';
}

/** `folder` is the path from this page to the folder of the overview. */
export async function* conversationPage(
  translator: Translator,
  title: string,
  messages: Pages<ArchivedMessage>,
  folder: '' | '../',
): Chunks {
  yield `${head(translator, title)}<p><a href="${folder}index.html">${escaped(translator.t('Your data'))}</a></p>\n`;
  for await (const page of messages) yield page.map((message) => article(translator, message, folder)).join('');
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

async function* section(translator: Translator, { title, labels, rows }: Part): Chunks {
  const label = (name: string): string => escaped(labels[name] ?? name);
  yield `<section><h2>${escaped(title)}</h2>\n`;
  let isOpen = false;
  for await (const page of rows) {
    const [first] = page;
    if (first === undefined) continue;
    if (!isOpen && page.length === 1) {
      yield `<dl>${Object.entries(first)
        .map(([name, value]) => `<dt>${label(name)}</dt>${field(translator, 'dd', value)}`)
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
            .map((value) => field(translator, 'td', value))
            .join('')}</tr>\n`,
      )
      .join('');
  }
  yield `${isOpen ? '</table>' : ''}</section>\n`;
}

function article({ t, locale }: Translator, message: ArchivedMessage, folder: string): string {
  const { id, from, isOwn, sent, text, pictures, picturesReceived, viewOnce, read, answers, ownReaction, otherReaction } =
    message;
  const images = pictures.map((file) => picture(file, folder)).join('');
  const count = numberText(picturesReceived, locale);
  const others = picturesReceived === 0 ? '' : remark(t('Pictures from {name}: {count}', { name: from, count }));
  const once =
    viewOnce === null ? '' : remark(t(viewOnce === 'viewed' ? 'photo to view once, viewed' : 'photo to view once, not viewed'));
  const side = isOwn ? ' class="own"' : '';
  const seen = read === null ? [] : [t('seen {time}', { time: timeText(read, locale) })];
  const replyLink = answers === null ? '' : ` <a href="#${escaped(answers)}">${escaped(t('in reply'))}</a>`;
  const reactions = [ownReaction, otherReaction].filter((emoji) => emoji !== null).join(' ');
  const facts = commaSeparated([isOwn ? t('you') : from, timeText(sent, locale), ...seen], locale);
  const footer = `${escaped(facts)}${replyLink} ${escaped(reactions)}`.trimEnd();
  return `<article id="${escaped(id)}"${side}><p dir="auto">${escaped(text)}</p>${images}${others}${once}<small>${footer}</small></article>\n`;
}

const remark = (text: string): string => `<p>(${escaped(text)})</p>`;

const head = ({ language }: Translator, title: string): string => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="script-src 'none'; object-src 'none'">
<meta name="color-scheme" content="light dark"><title>${escaped(title)}</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere }
dt { color: GrayText } dd { margin: 0 0 .5rem } dd, td, article p { white-space: pre-wrap }
table { border-collapse: collapse; display: block; overflow-x: auto }
th, td { text-align: start; vertical-align: top; padding: .25rem 0; padding-inline-end: .75rem; border-bottom: 1px solid }
img { max-width: 12rem; max-height: 15rem } article { margin: .75rem 0; margin-inline-end: 4rem } .own { margin-inline: 4rem 0 }
article p { margin: 0 } small { color: GrayText }
</style>
<h1>${escaped(title)}</h1>
`;

const isPicture = /^pictures\/[\w-]+\.webp$/;
const isTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A value in its element. Texts, which may be the member's own, have their own direction. */
function field({ t, locale }: Translator, element: 'dd' | 'td', value: unknown): string {
  const shown = (content: string) => `<${element}>${content}</${element}>`;
  if (value === null || value === undefined) return shown('');
  if (typeof value === 'boolean') return shown(escaped(t(value ? 'yes' : 'no')));
  if (typeof value === 'number') return shown(escaped(numberText(value, locale)));
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1);
  if (isPicture.test(text)) return shown(picture(text));
  if (isTime.test(text)) return shown(escaped(timeText(text, locale)));
  return `<${element} dir="auto">${escaped(text)}</${element}>`;
}

const timeText = (time: string, locale: string): string => utcDateAndTimeWithSeconds(Date.parse(time), locale);

const picture = (file: string, folder = ''): string =>
  `<a href="${folder}${escaped(file)}"><img loading="lazy" alt="" src="${folder}${escaped(file)}"></a>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
