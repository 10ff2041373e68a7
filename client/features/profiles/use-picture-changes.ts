// Changes of the own pictures: their order, their list, a replacement, a removal that can be taken back.
import { useEffect, useRef, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { uploads } from '#client/offline/uploads.ts';
import { useWaitingUploads } from '#client/offline/use-waiting-uploads.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { moved, without } from './picture-order.ts';
import { refusalOf } from './picture-upload.ts';
import { useSaveProfile, type Change } from './profiles.queries.ts';

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
  const saving = useSaveProfile();
  const [isSaved, showSaved] = useTimed(savedNoticeMs);
  const [isFailed, setFailed] = useState(false);
  const [removed, setRemoved] = useRemoval();
  const other: ListName = list === 'profilePicIds' ? 'profilePicIdsPrivate' : 'profilePicIds';

  const replacements = useWaitingUploads().filter((entry) => entry.list === list && entry.replaces !== null);
  const refused = replacements.filter(({ state }) => state === 'failed');
  const cancelFor = (id: string): void => {
    for (const entry of replacements) if (entry.replaces === id) void uploads.cancel(entry);
  };
  useEffect(
    () => uploads.onNews((news) => news.is === 'done' && news.entry.list === list && news.entry.replaces !== null && showSaved()),
    // oxlint-disable-next-line react/exhaustive-deps -- what shows the notice does the same each time
    [list],
  );

  const settle = (work: Promise<unknown>): Promise<boolean> => {
    setFailed(false);
    return work.then(
      () => (showSaved(), true),
      () => (setFailed(true), false),
    );
  };
  const save = (change: Change): Promise<boolean> => settle(saving.mutateAsync(change));

  return {
    isSaved,
    isFailed: isFailed || refused.length > 0,
    dismissFailure: () => {
      setFailed(false);
      for (const entry of refused) void uploads.cancel(entry);
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

/** A removed picture is out of the profile at once, and off the server when its time to come back is over or the screen is left. */
function useRemoval() {
  const [removed, setRemoved] = useState<Removed | null>(null);
  const due = useRef<Removed | null>(null);
  useEffect(() => {
    due.current = removed;
    if (removed === null) return;
    const timer = setTimeout(() => setRemoved(null), undoMs);
    return () => {
      clearTimeout(timer);
      // What was taken back is due no more; a delete that fails is made up for by the server's own sweep.
      if (due.current?.id === removed.id)
        call(pictures.deletePicture, { params: { id: removed.id } }, { background: true }).catch(() => undefined);
    };
  }, [removed]);
  const set = (next: Removed | null): void => {
    due.current = next === null ? null : due.current;
    setRemoved(next);
  };
  return [removed, set] as const;
}
