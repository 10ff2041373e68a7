// A member's private notes about other members.
import type { ProfileNote, ProfileNoteListed } from '#shared/contract/notes.ts';
import { problem } from '#server/http/problems.ts';
import { publishAfter } from '#server/changes/publish-after.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { createNotesStore, emptyNote, type NoteContent, type NoteKey } from './notes.store.ts';

export interface NotesService {
  /** Returns an empty note if none is stored. */
  find(key: NoteKey): Promise<ProfileNote>;
  /**
   * Stores a note, or removes it if it is empty. If `onlyVersion` is given and the current version is another one, the note stays as it
   * is, and `isStored` is true only if it already has the content. Problems: bad-request for a note about oneself, not-found for a first
   * note about a member whom the author cannot see.
   */
  put(key: NoteKey, content: NoteContent, onlyVersion: string | null): Promise<{ note: ProfileNote; isStored: boolean }>;
  /** A page of the author's notes, ordered by profile id. */
  listed(authorId: string, afterId: string | undefined): Promise<ProfileNoteListed[]>;
}

interface Dependencies {
  readonly visibility: Visibility;
  readonly profiles: ProfilesService;
}

export function createNotesService(world: World, { visibility, profiles }: Dependencies): NotesService {
  const store = createNotesStore(world.db.read);

  return {
    find: async (key) => (await store.find(key)) ?? emptyNote(key),

    async put(key, content, onlyVersion) {
      const { authorId, aboutId } = key;
      if (authorId === aboutId) throw problem('bad-request', { message: 'You cannot write a note about yourself.' });
      const isVisible = await profiles.isVisible(authorId, aboutId);

      return world.db.write(async (tx) => {
        await world.db.lock(tx, `note:${authorId}:${aboutId}`);
        const notes = createNotesStore(tx);
        const found = await notes.find(key);
        const before = found ?? emptyNote(key);
        // The write was repeated because its reply was lost.
        if (isSame(before, content)) return { note: before, isStored: true };
        // An existing note can be edited even if its member was deleted or blocks the author.
        if (found === null && !isVisible) throw problem('not-found');
        if (onlyVersion !== null && onlyVersion !== before.version) return { note: before, isStored: false };
        publishAfter(world, tx, { type: 'deliver', profileId: authorId, event: { type: 'note', aboutProfileId: aboutId } });
        if (!isSame(emptyNote(key), content)) return { note: await notes.put(key, content, world.clock.now()), isStored: true };
        await notes.remove(key);
        return { note: emptyNote(key), isStored: true };
      });
    },

    async listed(authorId, afterId = '') {
      const notes = await store.page(authorId, afterId, world.limits.notesPage);
      // A member who blocks the author has no name, like a deleted one.
      const shown = notes.map(({ aboutProfileId }) => aboutProfileId).filter((id) => !visibility.isBlockedBy(authorId, id));
      const briefs = await profiles.reducedBriefs(shown);
      return notes.map((note) => ({ ...note, profile: briefs.get(note.aboutProfileId) ?? null }));
    },
  };
}

const isSame = (a: NoteContent, b: NoteContent): boolean =>
  a.bodyText === b.bodyText &&
  a.privateTags.length === b.privateTags.length &&
  a.privateTags.every((tag, index) => tag === b.privateTags[index]);
