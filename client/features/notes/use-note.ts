// A hook for the note about a member: content, saving, refusals and conflicts.
import { t } from '#client/device/texts.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notes } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { emptyNoteVersion } from '#shared/rules/notes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { showReply } from '#client/net/show-reply.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { useWhenLeft } from '#client/ui/use-when-left.ts';
import { cleanContent, isSameContent, mergeContents, readContent, type NoteContent } from './note-content.ts';
import { noteQuery } from './notes.queries.ts';
import { noteQueue } from './shown-notes.ts';

interface VersionedContent extends NoteContent {
  readonly version: string;
}

interface Draft {
  readonly content: NoteContent;
  /** The stored content that the draft changes. If the server has a newer version, it refuses to save. */
  readonly base: VersionedContent;
  /** True while the draft is sent, but neither in the query nor in the outbox yet. */
  readonly isSent: boolean;
}

/** A save that the server refused. */
interface Refusal {
  /** The id of the outbox entry. Null if the device can store nothing and the save went directly to the server. */
  readonly entryId: string | null;
  readonly content: NoteContent;
  readonly version: string | null;
  readonly code: string;
  readonly message: string;
}

/** Shown if the note can't be loaded. With this version, a save never replaces a stored note. */
const emptyNote: VersionedContent = { bodyText: '', privateTags: [], version: emptyNoteVersion };
const etagOf = (version: string): string => `"${version}"`;
const versionOf = (etag: string | null): string => etag?.slice(1, -1) ?? emptyNoteVersion;

export type Note = ReturnType<typeof useNote>;

export function useNote(about: string) {
  const ownId = useOwnProfileId();
  const queries = useQueryClient();
  const { data, error: loadError, refetch } = useQuery(noteQuery(ownId, about));
  const writes = usePending(noteQueue(about));
  const waiting = writes.at(-1);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [directRefusal, setDirectRefusal] = useState<Refusal | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isSaved, showSaved] = useTimed(limits.profileSavedNoticeMs);

  const stored: VersionedContent = data ?? emptyNote;
  // A waiting write contains the version that it replaces.
  const currentBase = waiting ? { ...readContent(waiting.body), version: versionOf(waiting.version) } : stored;
  const shown: NoteContent = currentBase;
  const content = draft?.content ?? shown;
  const refusal = directRefusal ?? refusalOf(waiting);
  if (draft?.isSent && isSameContent(cleanContent(draft.content), shown)) setDraft(null);

  const change = (part: Partial<NoteContent>): void =>
    setDraft((previous) => ({
      content: { ...(previous?.content ?? shown), ...part },
      base: previous?.base ?? currentBase,
      isSent: false,
    }));

  /** Sends the draft if it differs from the stored content. */
  const save = (part: Partial<NoteContent> = {}): void => {
    const next = cleanContent({ ...content, ...part });
    const base = draft?.base ?? currentBase;
    if (draft?.isSent && Object.keys(part).length === 0) return;
    if (isSameContent(next, base)) return setDraft(null);
    // If this device has stored the draft's base in the meantime, the base has a new version.
    const version = isSameContent(stored, base) ? stored.version : base.version;
    void send({ content: next, base: { ...next, version }, isSent: true });
  };

  async function send(sent: Draft): Promise<void> {
    setDraft(sent);
    setError(null);
    const { version, ...next } = { ...cleanContent(sent.content), version: etagOf(sent.base.version) };
    const args = { body: { authorProfileId: ownId, aboutProfileId: about, ...next } };
    try {
      const reply = await enqueueOrCall(notes.putProfileNote, args, { profile: ownId, label: t('Private note'), version });
      if (reply === null) return;
      showReply(queries, noteQuery(ownId, about).queryKey, reply);
      setDirectRefusal(null);
      showSaved();
    } catch (failure) {
      setDraft((current) => (current === sent ? { ...sent, isSent: false } : current));
      if (failure instanceof Refused)
        setDirectRefusal({ entryId: null, content: next, version, code: failure.code, message: failure.message });
      else
        setError(
          failure instanceof ConnectionLost
            ? t('You’re offline. Leave this open and save it later.')
            : t('Your note couldn’t be saved.'),
        );
    }
  }

  /** Drops the refused save. `next` replaces the stored note; null keeps it. */
  const resolve = async (next: NoteContent | null): Promise<void> => {
    await dropRefused(writes);
    setDirectRefusal(null);
    setDraft(null);
    if (next !== null && !isSameContent(next, stored))
      await send({ content: next, base: { ...next, version: stored.version }, isSent: true });
  };

  const conflict = refusal === null ? null : conflictOf(refusal, data);
  const fetchOther = useEffectEvent(() => void refetch());
  const isOtherMissing = conflict !== null && conflict.other === null;
  useEffect(() => {
    if (isOtherMissing) fetchOther();
  }, [isOtherMissing]);

  const isSaving = waiting !== undefined && waiting.state !== 'failed';
  useOnSaved(isSaving, refusal === null, showSaved);
  useWhenLeft(() => save());

  return {
    content,
    change,
    save,
    isLoading: data === undefined && loadError === null,
    /** True if the note could not be loaded from the server or the device. There may be a stored note. */
    hasLoadFailed: data === undefined && loadError !== null,
    isSaved,
    isSaving,
    error,
    /** A refusal that is not a conflict. */
    refusal: conflict === null ? refusal : null,
    conflict,
    resolve,
    retry: async () => {
      if (waiting === undefined) return;
      await dropRefused(writes.slice(0, -1));
      await outbox.retry(waiting.id);
      await refetch();
    },
  };
}

function refusalOf(entry: OutboxEntry | undefined): Refusal | null {
  if (entry?.state !== 'failed') return null;
  const { id, body, version, reason } = entry;
  return { entryId: id, content: readContent(body), version, code: reason?.code ?? '', message: reason?.message ?? '' };
}

interface NoteConflict {
  readonly mine: NoteContent;
  /** The version from another device. Null until it is loaded. */
  readonly other: NoteContent | null;
  /** Null until the other version is loaded, and if the merged note would be too long. */
  readonly merged: NoteContent | null;
}

/** Null for a refusal that is not a conflict. `stored` is the last loaded note, which may still be the old one. */
function conflictOf({ code, content, version }: Refusal, stored: VersionedContent | undefined): NoteConflict | null {
  if (code !== 'changed-meanwhile') return null;
  const isOther = stored !== undefined && etagOf(stored.version) !== version;
  return { mine: content, other: isOther ? stored : null, merged: isOther ? mergeContents(stored, content) : null };
}

/** Drops all refused writes, because earlier ones would otherwise be shown again. */
const dropRefused = (writes: readonly OutboxEntry[]): Promise<unknown> =>
  Promise.all(writes.filter(({ state }) => state === 'failed').map(({ id }) => outbox.drop(id)));

/** Calls back when a save has ended without a refusal. */
function useOnSaved(isSaving: boolean, hasSucceeded: boolean, callback: () => void): void {
  const wasSaving = useRef(false);
  const onSaved = useEffectEvent(callback);
  useEffect(() => {
    if (wasSaving.current && !isSaving && hasSucceeded) onSaved();
    wasSaving.current = isSaving;
  }, [isSaving, hasSucceeded]);
}
