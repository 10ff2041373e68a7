// Private notes: stored for their author even when the member they are about leaves, and disclosed to nobody else.
import type { ProfileNote, ProfileNoteListed } from '#shared/contract/notes.ts';
import { problem } from '#server/http/problems.ts';
import type { World } from '#server/world.ts';
import type { Visibility } from '#server/features/visibility/visibility.service.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import { createNotesStore, emptyNote, type NoteContent, type NoteKey } from './notes.store.ts';

export interface NotesService {
  /** An empty note where there is none, for any profile id. */
  find(key: NoteKey): Promise<ProfileNote>;
  /**
   * Stores a note; an empty one is removed. With a version that is not the current one nothing is stored, unless the current note
   * already has that content. Problems: bad-request for a note about oneself, not-found for a first note about a member who is not visible.
   */
  put(key: NoteKey, content: NoteContent, onlyVersion: string | null): Promise<{ note: ProfileNote; isStored: boolean }>;
  /** A page of an author's notes, in the order of the members they are about. */
  listed(authorId: string, afterId: string | undefined): Promise<ProfileNoteListed[]>;
}

interface Needs {
  readonly visibility: Visibility;
  readonly profiles: ProfilesService;
}

export function createNotesService(world: World, { visibility, profiles }: Needs): NotesService {
  const store = createNotesStore(world.db.read);

  return {
    find: async (key) => (await store.find(key)) ?? emptyNote(key),

    async put(key, content, onlyVersion) {
      const { authorId, aboutId } = key;
      if (authorId === aboutId) throw problem('bad-request', { message: 'You cannot write a note about yourself.' });
      const isVisible = await profiles.isVisible(authorId, aboutId);

      const { note, isStored, isChanged } = await world.db.write(async (tx) => {
        await world.db.lock(tx, `note:${authorId}:${aboutId}`);
        const notes = createNotesStore(tx);
        const found = await notes.find(key);
        // An existing note stays editable, also about a member who has left or blocks the author.
        if (found === null && !isVisible) throw problem('not-found');
        const before = found ?? emptyNote(key);
        // A repeated write whose answer was lost.
        if (isSame(before, content)) return { note: before, isStored: true, isChanged: false };
        if (onlyVersion !== null && onlyVersion !== before.version) return { note: before, isStored: false, isChanged: false };
        if (!isSame(emptyNote(key), content))
          return { note: await notes.put(key, content, world.clock.now()), isStored: true, isChanged: true };
        await notes.remove(key);
        return { note: emptyNote(key), isStored: true, isChanged: true };
      });
      if (isChanged)
        world.bus.publish({ type: 'deliver', profileId: authorId, event: { type: 'note', aboutProfileId: aboutId } });
      return { note, isStored };
    },

    async listed(authorId, afterId = '') {
      const notes = await store.page(authorId, afterId, world.limits.notesPage);
      // A member who blocks the author looks as if they had left: without a name.
      const shown = notes.map(({ aboutProfileId }) => aboutProfileId).filter((id) => !visibility.isBlockedBy(authorId, id));
      const briefs = await profiles.reducedBriefs(shown);
      return notes.map((note) => ({ ...note, profile: briefs.get(note.aboutProfileId) ?? null }));
    },
  };
}

const isSame = (a: NoteContent, b: NoteContent): boolean =>
  a.bodyText === b.bodyText &&
  a.privateTags.length === b.privateTags.length &&
  a.privateTags.every((tag, at) => tag === b.privateTags[at]);
