// Creates the archive of a member's texts, pictures and messages, page by page while it is sent.
import type { Readable } from 'node:stream';
import type { Message } from '#shared/contract/messages.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { Caller } from '#server/http/caller.ts';
import { problem } from '#server/http/problems.ts';
import type { RateLimiter } from '#server/http/rate-limits.ts';
import { translatorFor, type Translator } from '#server/texts/translators.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { BroadcastsService } from '#server/features/messages/broadcasts.service.ts';
import type { MessagesService } from '#server/features/messages/messages.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { createAccountStore } from './account.store.ts';
import { archiveLabels } from './archive-labels.ts';
import { conversationPage, jsonList, overviewPage, type ArchivedMessage, type PageLink, type Pages } from './archive-pages.ts';
import { memberTables } from './member-data.ts';
import { archivedPicturePath } from './picture-member-data.ts';
import type { AnyRow, ArchivedRows, MemberIds } from './member-table.ts';
import { zipStream, type ZipEntry } from './zip-stream.ts';

export interface ArchiveService {
  /**
   * Returns a zip stream, with pages in this language. Problems: too-many-requests after three archives a day, unauthenticated for a
   * deleted account.
   */
  open(caller: Caller, language: Language): Promise<Readable>;
}

interface Dependencies {
  readonly rates: RateLimiter;
  readonly visibility: Visibility;
  readonly profiles: ProfilesService;
  readonly messages: MessagesService;
  readonly broadcasts: Pick<BroadcastsService, 'sentBy'>;
}

interface ArchivedTable {
  readonly table: string;
  readonly owner: string;
  readonly archive: ArchivedRows<AnyRow>;
}

const pageSize = 500;

export function createArchiveService(
  world: World,
  { rates, visibility, profiles, messages, broadcasts }: Dependencies,
): ArchiveService {
  const store = createAccountStore(world.db.read);

  /** The archived rows of a table. Those about a member who blocks this one are left out, or with `keepsUnnamed` have no name. */
  async function* rowsOf({ table, owner, archive }: ArchivedTable, { profileId }: MemberIds): Pages<AnyRow> {
    const { fields, other } = archive;
    const otherOf = (row: AnyRow) => (other && row[other.column] ? String(row[other.column]) : '');
    for (let last: AnyRow | null = null; ;) {
      const rows: AnyRow[] = await store.rowsAfter(table, archive, { owner, last, size: pageSize });
      const visible = rows.filter((row) => !visibility.isBlockedBy(profileId, otherOf(row)));
      const archivedRows = other?.keepsUnnamed ? rows : visible;
      const names = await profiles.reducedBriefs(other ? visible.map(otherOf) : []);
      yield archivedRows.map((row) => ({
        ...(other ? { [other.as]: names.get(otherOf(row))?.profileName ?? null } : {}),
        ...Object.fromEntries(
          Object.entries(fields).flatMap(([column, field]) =>
            'excluded' in field ? [] : [[field.as, field.read(row[column])] as const],
          ),
        ),
      }));
      last = rows.at(-1) ?? null;
      if (rows.length < pageSize) return;
    }
  }

  async function* conversation(profileId: string, peer: Correspondent, ownPictures: ReadonlySet<string>): Pages<ArchivedMessage> {
    for await (const page of messages.conversation(profileId, peer.profileId))
      yield page.map((message) =>
        archivedMessage(message, message.senderProfileId === profileId ? null : peer.profileName, ownPictures),
      );
  }

  async function* areaMessages(profileId: string, ownPictures: ReadonlySet<string>): Pages<ArchivedMessage> {
    for await (const page of broadcasts.sentBy(profileId))
      yield page.map((message) => archivedMessage(message, null, ownPictures));
  }

  async function* conversationLinks(profileId: string, areaTitle: string): Pages<PageLink> {
    yield [{ href: 'broadcasts.html', text: areaTitle }];
    for await (const peers of messages.correspondents(profileId))
      yield peers.map((peer) => ({ href: `conversations/${peer.profileId}.html`, text: peer.profileName }));
  }

  async function* entriesOf(member: MemberIds, translator: Translator): AsyncGenerator<ZipEntry> {
    const { profileId } = member;
    const { t } = translator;
    const areaTitle = t('What you wrote in your area');
    const tables = tablesOf(member);
    const parts = tables.map((table) => {
      const { title, file } = table.archive;
      return { title: t(title), labels: archiveLabels(t, file), rows: rowsOf(table, member) };
    });
    yield { path: 'index.html', content: overviewPage(translator, parts, conversationLinks(profileId, areaTitle)) };
    for (const table of tables) yield { path: `data/${table.archive.file}.json`, content: jsonList(rowsOf(table, member)) };

    // Pictures of conversations that are not in the archive are left out too.
    const isArchived = (peerId: string | null) => peerId === null || !visibility.isBlockedBy(profileId, peerId);
    const pictures = (await store.pictures(profileId)).flatMap(({ id, chat_with }) => (isArchived(chat_with) ? [id] : []));
    for (const id of pictures) yield { path: archivedPicturePath(id), content: originalPicture(id), isCompressed: true };

    const ownPictures = new Set(pictures);
    yield {
      path: 'broadcasts.html',
      content: conversationPage(translator, areaTitle, areaMessages(profileId, ownPictures), ''),
    };
    yield { path: 'data/broadcasts.json', content: jsonList(areaMessages(profileId, ownPictures)) };
    for await (const peers of messages.correspondents(profileId))
      for (const peer of peers) {
        const name = `conversations/${peer.profileId}`;
        const title = t('Conversation with {name}', { name: peer.profileName });
        yield {
          path: `${name}.html`,
          content: conversationPage(translator, title, conversation(profileId, peer, ownPictures), '../'),
        };
        yield { path: `data/${name}.json`, content: jsonList(conversation(profileId, peer, ownPictures)) };
      }
  }

  /** Yields nothing if the picture was removed in the meantime. */
  async function* originalPicture(id: string): AsyncGenerator<Buffer> {
    const bytes = await world.pictureFiles.get(id, 'original');
    if (bytes !== null) yield bytes;
  }

  return {
    async open({ accountId }, language) {
      const member = await store.find(accountId);
      if (member === null) throw problem('unauthenticated');
      await rates.takeOrThrow(`exports:${accountId}`, world.limits.rates.exports);
      return zipStream(entriesOf(member, translatorFor(language)), world.clock.now());
    },
  };
}

interface Correspondent {
  readonly profileId: string;
  readonly profileName: string;
}

/** The tables in the archive, with the id by which each identifies the member. */
const tablesOf = (member: MemberIds): ArchivedTable[] =>
  memberTables.flatMap(([table, { archive, deletedBy }]) => {
    if ('excluded' in archive) return [];
    const owner = member[deletedBy[archive.of] ?? 'accountId'];
    return owner === null ? [] : [{ table, owner, archive }];
  });

/** `from` is null if the member wrote the message. */
const archivedMessage = (message: Message, from: string | null, ownPictures: ReadonlySet<string>): ArchivedMessage => ({
  id: message.id,
  sent: new Date(message.tsCreated).toISOString(),
  from: from ?? 'you',
  isOwn: from === null,
  text: message.bodyText,
  pictures: from === null ? message.profilePicIds.filter((id) => ownPictures.has(id)).map(archivedPicturePath) : [],
  picturesReceived: from === null ? 0 : message.profilePicIds.length,
  viewOnce: message.viewOnce ?? null,
  read: message.tsRecipientRead ? new Date(message.tsRecipientRead).toISOString() : null,
  answers: message.replyToId ?? null,
  ownReaction: (from === null ? message.senderReaction : message.recipientReaction) ?? null,
  otherReaction: (from === null ? message.recipientReaction : message.senderReaction) ?? null,
});
