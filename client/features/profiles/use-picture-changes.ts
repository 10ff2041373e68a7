// Changes of the own pictures, without connection too: their order, their list, a replacement, a removal that can be taken back.
import { useEffect, useRef, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { contact } from '#client/net/contact.ts';
import { enqueue } from '#client/offline/outbox/enqueue.ts';
import { outbox, type OutboxEntry } from '#client/offline/outbox/outbox.ts';
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
/** For so long a removed picture can be had back. */
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
  const { isLost } = useStore(contact);
  const writes = usePending(isPictureWrite).filter(({ body }) => list in Object(body));
  const refusedWrites = writes.filter(({ state }) => state === 'failed');

  const replacements = useWaitingUploads().filter((entry) => isReplacementIn(stored?.[list] ?? [], entry));
  const refused = replacements.filter(({ state }) => state === 'failed');
  const cancelFor = (id: string): void => {
    for (const entry of replacements) if (entry.replaces === id) void uploads.cancel(entry);
  };
  useEffect(
    () => uploads.onNews((news) => news.is === 'done' && news.entry.list === list && news.entry.replaces !== null && showSaved()),
    // oxlint-disable-next-line react/exhaustive-deps -- what shows the notice does the same each time
    [list],
  );
  useEffect(
    () => outbox.onDelivered(({ queue, body }) => queue === profileQueue && list in Object(body) && showSaved()),
    // oxlint-disable-next-line react/exhaustive-deps -- what shows the notice does the same each time
    [list],
  );

  /** Whether it will be there: safe on this device, or on the server. */
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
    /** Changes are safe on this device until the server can be heard. */
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
    /** It waits on the device, shown over the old one, until the new one has its place. */
    async replace(id: string, file: File) {
      cancelFor(id);
      setFailed(refusalOf(file) !== null);
      if (refusalOf(file) === null) await uploads.add(own, file, { list, replaces: id }).catch(() => setFailed(true));
    },
  };
}

/** A picture may have changed its list since. */
const isReplacementIn = (ids: readonly string[], { replaces }: UploadEntry): boolean =>
  replaces !== null && ids.includes(replaces);

const isPictureWrite = ({ queue, body }: OutboxEntry): boolean => queue === profileQueue && changesPictures(body);

/** A removed picture is out of the profile at once, and off the server when its time to come back is over or the screen is left. */
function useRemoval(own: string) {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const due = useRef<Removed | null>(null);
  useEffect(() => {
    due.current = removed;
    if (removed === null) return;
    const timer = setTimeout(() => setRemoved(null), undoMs);
    return () => {
      clearTimeout(timer);
      // What was taken back is due no more.
      if (due.current?.id === removed.id) void deleteForGood(own, removed.id);
    };
  }, [removed, own]);
  const set = (next: Removed | null): void => {
    due.current = next === null ? null : due.current;
    setRemoved(next);
  };
  return [removed, set] as const;
}

/** Where the device keeps nothing and the call fails too, the server's own sweep makes up for it. */
async function deleteForGood(own: string, id: string): Promise<void> {
  await enqueue(pictures.deletePicture, { params: { id } }, { profile: own, label: 'A deleted picture' }).catch(() =>
    call(pictures.deletePicture, { params: { id } }, { background: true }).catch(() => undefined),
  );
}
