// Changes of the own pictures, also offline: order, list, replacement, and removal with undo.
import { useEffect, useRef, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { reachability } from '#client/net/reachability.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { uploads, type UploadEntry } from '#client/offline/uploads/uploads.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { useStore } from '#client/device/store.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { moved, without } from './picture-order.ts';
import { refusalOf } from './picture-upload.ts';
import { changesPictures, dropPictures, profileQueue, type Change } from '#client/people/profile-writes.ts';
import { useChangeProfile, useOwnProfile } from '#client/people/profiles.queries.ts';

export type ListName = 'profilePicIds' | 'profilePicIdsPrivate';

const savedNoticeMs = 3_000;
/** The time to undo a removal. */
const undoMs = 7_000;

interface Removed {
  readonly id: string;
  readonly index: number;
}

export function usePictureChanges(list: ListName) {
  const own = useOwnProfileId();
  const changing = useChangeProfile();
  const { stored } = useOwnProfile();
  const [isSaved, showSaved] = useTimed(savedNoticeMs);
  const [isFailed, setFailed] = useState(false);
  const [removed, setRemoved] = useRemoval(own);
  const other: ListName = list === 'profilePicIds' ? 'profilePicIdsPrivate' : 'profilePicIds';
  const { isLost } = useStore(reachability);
  const writes = usePending(isPictureWrite).filter(({ body }) => list in Object(body));
  const refusedWrites = writes.filter(({ state }) => state === 'failed');

  const replacements = useWaitingUploads().filter((entry) => isReplacementIn(stored?.[list] ?? [], entry));
  const refused = replacements.filter(({ state }) => state === 'failed');
  const cancelFor = (id: string): void => {
    for (const entry of replacements) if (entry.replaces === id) void uploads.cancel(entry);
  };
  useEffect(
    () =>
      uploads.onMessage(
        (message) => message.is === 'done' && message.entry.list === list && message.entry.replaces !== null && showSaved(),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- what shows the notice does the same each time
    [list],
  );
  useEffect(
    () => outbox.onDelivered(({ queue, body }) => queue === profileQueue && list in Object(body) && showSaved()),
    // oxlint-disable-next-line react/exhaustive-deps -- what shows the notice does the same each time
    [list],
  );

  /** Resolves to true once it is stored on the server or in the outbox. */
  const save = async (change: Change): Promise<boolean> => {
    setFailed(false);
    try {
      const { isKept } = await changing.mutateAsync(change);
      if (!isKept) showSaved();
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  };

  return {
    isSaved,
    /** Changes are waiting on this device for a connection. */
    isWaiting: isLost && writes.length > refusedWrites.length,
    isFailed: isFailed || refused.length + refusedWrites.length > 0,
    dismissFailure: () => {
      setFailed(false);
      for (const entry of refused) void uploads.cancel(entry);
      if (stored !== undefined) for (const entry of refusedWrites) void dropPictures(entry, stored).catch(() => undefined);
    },
    removed,
    move: (id: string, before: number) => save((profile) => ({ [list]: moved(profile[list], id, before) })),
    moveToOtherList: (id: string) =>
      save((profile) => ({ [list]: without(profile[list], id), [other]: [...without(profile[other], id), id] })),
    async remove(id: string, index: number) {
      cancelFor(id);
      if (await save((profile) => ({ [list]: without(profile[list], id) }))) setRemoved({ id, index });
    },
    async undoRemoval({ id, index }: Removed) {
      setRemoved(null);
      await save((profile) => ({ [list]: without(profile[list], id).toSpliced(index, 0, id) }));
    },
    /** The upload waits on the device, shown over the old picture, until the new one has replaced it. */
    async replace(id: string, file: File) {
      cancelFor(id);
      setFailed(refusalOf(file) !== null);
      if (refusalOf(file) === null) await uploads.add(own, file, { list, replaces: id }).catch(() => setFailed(true));
    },
  };
}

/** By the current lists, since the picture may have moved meanwhile. */
const isReplacementIn = (ids: readonly string[], { replaces }: UploadEntry): boolean =>
  replaces !== null && ids.includes(replaces);

const isPictureWrite = ({ queue, body }: OutboxEntry): boolean => queue === profileQueue && changesPictures(body);

/** A removed picture leaves the profile at once, and is deleted on the server after the time to undo or when the screen is left. */
function useRemoval(own: string) {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const due = useRef<Removed | null>(null);
  useEffect(() => {
    due.current = removed;
    if (removed === null) return;
    const timer = setTimeout(() => setRemoved(null), undoMs);
    return () => {
      clearTimeout(timer);
      // Not after an undo.
      if (due.current?.id === removed.id) void deleteForGood(own, removed.id);
    };
  }, [removed, own]);
  const set = (next: Removed | null): void => {
    due.current = next === null ? null : due.current;
    setRemoved(next);
  };
  return [removed, set] as const;
}

/** If both outbox and call fail, the server's sweep deletes it later. */
async function deleteForGood(own: string, id: string): Promise<void> {
  const options = { profile: own, label: 'A deleted picture' };
  await enqueueOrCall(pictures.deletePicture, { params: { id } }, options, { background: true }).catch(() => undefined);
}
