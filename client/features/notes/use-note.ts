// The own note about a member while it is read and written: stored, waiting on this device, or just typed, and what is in the way.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { notes } from '#shared/contract/notes.ts';
import { limits } from '#shared/rules/limits.ts';
import { emptyNoteVersion } from '#shared/rules/notes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { enqueue } from '#client/offline/outbox/enqueue.ts';
import { outbox, type OutboxEntry } from '#client/offline/outbox/outbox.ts';
import { showNote } from '#client/offline/saved-notes.ts';
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
  /** What the typing started from: a save on top of anything else is refused by the server, and asked about. */
  readonly base: State;
  /** Handed over, and not seen in what is shown yet. */
  readonly isSent: boolean;
}

/** A save that the server has refused. */
interface Refusal {
  /** Null where the device keeps nothing and the save went straight to the server. */
  readonly entryId: string | null;
  readonly content: NoteContent;
  readonly version: string | null;
  readonly code: string;
  readonly message: string;
}

/** Nothing is known of a note that can't be fetched: it is shown empty, and only an empty one can be replaced by what is typed then. */
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
  /** What a change starts from: a write that waits is not stored yet, but started from what was. */
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

  /** Sends what is typed, if it says anything new. */
  const save = (part: Partial<NoteContent> = {}): void => {
    const next = cleanContent({ ...content, ...part });
    const base = typed?.base ?? ground;
    if (typed?.isSent && Object.keys(part).length === 0) return;
    if (isSame(next, base)) return setTyped(null);
    // The state it was started from has been stored meanwhile, by this very device.
    const version = isSame(stored, base) ? stored.version : base.version;
    void send({ content: next, base: { ...next, version }, isSent: true });
  };

  async function send(sent: Typed): Promise<void> {
    setTyped(sent);
    setTrouble(null);
    const { version, ...next } = { ...cleanContent(sent.content), version: tagOf(sent.base.version) };
    const args = { body: { authorProfileId: own, aboutProfileId: about, ...next } };
    const kept = await enqueue(notes.putProfileNote, args, {
      profile: own,
      label: 'Private note',
      version,
      keeps: 'note',
    }).catch(() => null);
    if (kept !== null) return;
    // Where the device keeps nothing it goes straight to the server.
    try {
      await showNote(client, own, await call(notes.putProfileNote, args, { ifMatch: version }));
      setRefusedDirectly(null);
      showSaved();
    } catch (failure) {
      setTyped((now) => (now === sent ? { ...sent, isSent: false } : now));
      if (failure instanceof Refused)
        setRefusedDirectly({ entryId: null, content: next, version, code: failure.code, message: failure.message });
      else
        setTrouble(
          failure instanceof ConnectionLost ? 'You are offline. Leave this open, and save it later.' : 'That could not be saved.',
        );
    }
  }

  /** Takes a refused save back; null keeps what is stored, anything else is saved on top of that. */
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
    /** It could not be fetched and is not on this device: what is shown says nothing of what may be stored. */
    isUnknown: data === undefined && error !== null,
    isSaved,
    isUnderWay,
    trouble,
    /** Refused for another reason than a change on another device. */
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

/** Of several that were written one after the other, all but the last would only come up again. */
const dropRefused = (writes: readonly OutboxEntry[]): Promise<unknown> =>
  Promise.all(writes.filter(({ state }) => state === 'failed').map(({ id }) => outbox.drop(id)));

/** Calls back when something that was under way is over, and ended well. */
function useWhenOver(isUnderWay: boolean, isWell: boolean, callback: () => void): void {
  const wasUnderWay = useRef(false);
  const over = useEffectEvent(callback);
  useEffect(() => {
    if (wasUnderWay.current && !isUnderWay && isWell) over();
    wasUnderWay.current = isUnderWay;
  }, [isUnderWay, isWell]);
}
