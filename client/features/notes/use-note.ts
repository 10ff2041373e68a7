// The own note about a member as a hook: stored, waiting or just typed, with saving, refusals and conflicts.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notes } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { emptyNoteVersion } from '#shared/rules/notes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { showNote } from '#client/offline/cached-notes.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { bothOf, cleanContent, contentIn, isSame, type NoteContent } from './note-content.ts';
import { noteQuery } from './notes.queries.ts';
import { noteQueue } from './shown-notes.ts';

interface State extends NoteContent {
  readonly version: string;
}

interface Typed {
  readonly content: NoteContent;
  /** The version the typing started from: the server refuses a save on top of any other. */
  readonly base: State;
  /** Saved, but not part of the shown state yet. */
  readonly isSent: boolean;
}

/** A save that the server has refused. */
interface Refusal {
  /** Null if the device stores nothing and the save went straight to the server. */
  readonly entryId: string | null;
  readonly content: NoteContent;
  readonly version: string | null;
  readonly code: string;
  readonly message: string;
}

/** A note that can't be fetched is shown empty, and with this version a save can only replace an empty one. */
const nothingKnown: State = { bodyText: '', privateTags: [], version: emptyNoteVersion };
const tagOf = (version: string): string => `"${version}"`;
const versionIn = (tag: string | null): string => tag?.slice(1, -1) ?? emptyNoteVersion;

export type Note = ReturnType<typeof useNote>;

export function useNote(about: string) {
  const own = useOwnProfileId();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(noteQuery(own, about));
  const writes = usePending(noteQueue(about));
  const waiting = writes.at(-1);
  const [typed, setTyped] = useState<Typed | null>(null);
  const [refusedDirectly, setRefusedDirectly] = useState<Refusal | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  const [isSaved, showSaved] = useTimed(limits.profileSavedNoticeMs);

  const stored: State = data ?? nothingKnown;
  const shown: NoteContent = waiting ? contentIn(waiting.body) : stored;
  /** The base of a change: a waiting write is not stored yet, but has the version it started from. */
  const ground: State = { ...shown, version: waiting ? versionIn(waiting.version) : stored.version };
  const content = typed?.content ?? shown;
  const refusal = refusedDirectly ?? refusalOf(waiting);
  if (typed?.isSent && isSame(cleanContent(typed.content), shown)) setTyped(null);

  const change = (part: Partial<NoteContent>): void =>
    setTyped((before) => ({
      content: { ...(before?.content ?? shown), ...part },
      base: before?.base ?? ground,
      isSent: false,
    }));

  /** Sends what is typed, if it changed. */
  const save = (part: Partial<NoteContent> = {}): void => {
    const next = cleanContent({ ...content, ...part });
    const base = typed?.base ?? ground;
    if (typed?.isSent && Object.keys(part).length === 0) return;
    if (isSame(next, base)) return setTyped(null);
    // The base has been stored meanwhile, by this same device.
    const version = isSame(stored, base) ? stored.version : base.version;
    void send({ content: next, base: { ...next, version }, isSent: true });
  };

  async function send(sent: Typed): Promise<void> {
    setTyped(sent);
    setTrouble(null);
    const { version, ...next } = { ...cleanContent(sent.content), version: tagOf(sent.base.version) };
    const args = { body: { authorProfileId: own, aboutProfileId: about, ...next } };
    try {
      const reply = await enqueueOrCall(notes.putProfileNote, args, { profile: own, label: 'Private note', version });
      if (reply === null) return;
      await showNote(client, own, reply);
      setRefusedDirectly(null);
      showSaved();
    } catch (failure) {
      setTyped((now) => (now === sent ? { ...sent, isSent: false } : now));
      if (failure instanceof Refused)
        setRefusedDirectly({ entryId: null, content: next, version, code: failure.code, message: failure.message });
      else
        setTrouble(
          failure instanceof ConnectionLost ? 'You are offline. Leave this open and save it later.' : 'That could not be saved.',
        );
    }
  }

  /** Drops a refused save; null keeps the stored note, anything else is saved on top of it. */
  const settle = async (next: NoteContent | null): Promise<void> => {
    await dropRefused(writes);
    setRefusedDirectly(null);
    setTyped(null);
    if (next !== null && !isSame(next, stored))
      await send({ content: next, base: { ...next, version: stored.version }, isSent: true });
  };

  const isConflict = refusal?.code === 'changed-meanwhile';
  const isOtherKnown = data !== undefined && refusal !== null && tagOf(data.version) !== refusal.version;
  const fetchOther = useEffectEvent(() => void refetch());
  useEffect(() => {
    if (isConflict && !isOtherKnown) fetchOther();
  }, [isConflict, isOtherKnown]);

  const isUnderWay = waiting !== undefined && waiting.state !== 'failed';
  useWhenOver(isUnderWay, refusal === null, showSaved);
  const saveWhenLeaving = useEffectEvent(() => save());
  useEffect(() => {
    const whenHidden = (): void => {
      if (document.visibilityState === 'hidden') saveWhenLeaving();
    };
    document.addEventListener('visibilitychange', whenHidden);
    return () => {
      document.removeEventListener('visibilitychange', whenHidden);
      saveWhenLeaving();
    };
  }, []);

  return {
    content,
    change,
    save,
    isLoading: data === undefined && error === null,
    /** It could not be fetched and is not on this device: a stored note may exist. */
    isUnknown: data === undefined && error !== null,
    isSaved,
    isUnderWay,
    trouble,
    /** Refused for any other reason than a conflict. */
    refused: isConflict ? null : refusal,
    conflict: isConflict
      ? {
          mine: refusal.content,
          other: isOtherKnown ? stored : null,
          both: isOtherKnown ? bothOf(stored, refusal.content) : null,
        }
      : null,
    settle,
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
  return { entryId: id, content: contentIn(body), version, code: reason?.code ?? '', message: reason?.message ?? '' };
}

/** Drops refused writes, so that earlier ones do not show up again. */
const dropRefused = (writes: readonly OutboxEntry[]): Promise<unknown> =>
  Promise.all(writes.filter(({ state }) => state === 'failed').map(({ id }) => outbox.drop(id)));

/** Calls back when a running save has ended without a refusal. */
function useWhenOver(isUnderWay: boolean, isWell: boolean, callback: () => void): void {
  const wasUnderWay = useRef(false);
  const over = useEffectEvent(callback);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay && isWell) over();
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay, isWell]);
}
