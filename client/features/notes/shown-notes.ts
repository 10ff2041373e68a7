// The list of notes as shown and searched: the server's list with the outbox applied.
import type { ProfileNoteListed } from '#shared/contract/notes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { contentIn, isEmpty, type NoteContent } from './note-content.ts';

export interface ShownNote extends NoteContent {
  readonly aboutProfileId: string;
  /** Null for a member who is gone; undefined for a note not delivered yet. */
  readonly profile: ProfileNoteListed['profile'] | undefined;
  readonly changedMs: number;
  readonly state: 'stored' | 'waiting' | 'failed';
}

type Write = Pick<OutboxEntry, 'queue' | 'state' | 'body' | 'createdMs'>;

const queueStart = 'note:';
export const noteQueue = (aboutProfileId: string): string => `${queueStart}${aboutProfileId}`;
export const isNoteWrite = ({ queue }: Pick<OutboxEntry, 'queue'>): boolean => queue.startsWith(queueStart);

/** Newest first. A note emptied on this device is gone before delivery. */
export function shownNotes(listed: readonly ProfileNoteListed[], writes: readonly Write[]): readonly ShownNote[] {
  const shown = new Map<string, ShownNote>(
    listed.map((note) => [note.aboutProfileId, { ...note, changedMs: note.tsUpdated, state: 'stored' }]),
  );
  for (const { queue, state, body, createdMs } of writes) {
    const aboutProfileId = queue.slice(queueStart.length);
    const profile = shown.get(aboutProfileId)?.profile;
    const content = contentIn(body);
    if (isEmpty(content) && state !== 'failed') shown.delete(aboutProfileId);
    else
      shown.set(aboutProfileId, {
        ...content,
        aboutProfileId,
        profile,
        changedMs: createdMs,
        state: state === 'failed' ? 'failed' : 'waiting',
      });
  }
  return [...shown.values()].toSorted((a, b) => b.changedMs - a.changedMs);
}

/** Those with every searched word in text, tags or name; capitals and accents make no difference. */
export function foundNotes(notes: readonly ShownNote[], searched: string): readonly ShownNote[] {
  const words = plain(searched).split(/\s+/u);
  return notes.filter(({ bodyText, privateTags, profile }) => {
    const text = plain([profile?.profileName ?? '', bodyText, ...privateTags].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** All tags, most used first. */
export function tagsByUse(notes: readonly Pick<NoteContent, 'privateTags'>[]): readonly string[] {
  const uses = new Map<string, number>();
  for (const tag of notes.flatMap(({ privateTags }) => privateTags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses].toSorted(([a, usesOfA], [b, usesOfB]) => usesOfB - usesOfA || a.localeCompare(b)).map(([tag]) => tag);
}

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
