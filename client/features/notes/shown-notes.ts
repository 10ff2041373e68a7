// Applies waiting writes to the list of notes, and searches it.
import type { ProfileNoteListed } from '#shared/contract/notes.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { readContent, isEmpty, type NoteContent } from './note-content.ts';

export interface ShownNote extends NoteContent {
  readonly aboutProfileId: string;
  /** Null if the member was deleted. Undefined for a new note that is not delivered yet. */
  readonly profile: ProfileNoteListed['profile'] | undefined;
  readonly changedMs: number;
  readonly state: 'stored' | 'waiting' | 'failed';
}

type Write = Pick<OutboxEntry, 'queue' | 'state' | 'body' | 'createdMs'>;

const queuePrefix = 'note:';
export const noteQueue = (aboutProfileId: string): string => `${queuePrefix}${aboutProfileId}`;
export const isNoteWrite = ({ queue }: Pick<OutboxEntry, 'queue'>): boolean => queue.startsWith(queuePrefix);

/** Newest first. A note that was emptied on this device is left out at once. */
export function shownNotes(listed: readonly ProfileNoteListed[], writes: readonly Write[]): readonly ShownNote[] {
  const shown = new Map<string, ShownNote>(
    listed.map((note) => [note.aboutProfileId, { ...note, changedMs: note.tsUpdated, state: 'stored' }]),
  );
  for (const { queue, state, body, createdMs } of writes) {
    const aboutProfileId = queue.slice(queuePrefix.length);
    const profile = shown.get(aboutProfileId)?.profile;
    const content = readContent(body);
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

/** The notes that contain every searched word in text, tags or name. Capitals and accents do not matter. */
export function searchNotes(notes: readonly ShownNote[], searchText: string): readonly ShownNote[] {
  const words = foldText(searchText).split(/\s+/u);
  return notes.filter(({ bodyText, privateTags, profile }) => {
    const text = foldText([profile?.profileName ?? '', bodyText, ...privateTags].join('\n'));
    return words.every((word) => text.includes(word));
  });
}

/** All tags, most used first. */
export function tagsByUse(notes: readonly Pick<NoteContent, 'privateTags'>[]): readonly string[] {
  const uses = new Map<string, number>();
  for (const tag of notes.flatMap(({ privateTags }) => privateTags)) uses.set(tag, (uses.get(tag) ?? 0) + 1);
  return [...uses].toSorted(([a, usesOfA], [b, usesOfB]) => usesOfB - usesOfA || a.localeCompare(b)).map(([tag]) => tag);
}

const foldText = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim();
