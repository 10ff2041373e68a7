// Changes of the own pictures: their order, their list, a replacement, a removal that can be taken back.
import { useEffect, useRef, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { call } from '#client/net/call.ts';
import { upload } from '#client/net/upload.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { moved, without } from './picture-order.ts';
import { uploadForm } from './picture-upload.ts';
import { useRefreshOwnProfile, useSaveProfile, type Change } from './profiles.queries.ts';

export type ListName = 'profilePicIds' | 'profilePicIdsPrivate';

const savedNoticeMs = 3_000;
/** For so long a removed picture can be had back. */
const undoMs = 7_000;

interface Removed {
  readonly id: string;
  readonly index: number;
}

export function usePictureChanges(list: ListName) {
  const authorProfileId = useOwnProfileId();
  const saving = useSaveProfile();
  const refresh = useRefreshOwnProfile();
  const [isSaved, showSaved] = useTimed(savedNoticeMs);
  const [isFailed, setFailed] = useState(false);
  const [replacing, setReplacing] = useState<{ readonly id: string; readonly part: number } | null>(null);
  const [removed, setRemoved] = useRemoval();
  const other: ListName = list === 'profilePicIds' ? 'profilePicIdsPrivate' : 'profilePicIds';

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
    isFailed,
    dismissFailure: () => setFailed(false),
    replacing,
    removed,
    move: (id: string, before: number) => save((profile) => ({ [list]: moved(profile[list], id, before) })),
    moveToOtherList: (id: string) =>
      save((profile) => ({ [list]: without(profile[list], id), [other]: [...without(profile[other], id), id] })),
    async remove(id: string, index: number) {
      if (await save((profile) => ({ [list]: without(profile[list], id) }))) setRemoved({ id, index });
    },
    async undoRemoval({ id, index }: Removed) {
      setRemoved(null);
      await save((profile) => ({ [list]: without(profile[list], id).toSpliced(index, 0, id) }));
    },
    async replace(id: string, file: File) {
      setReplacing({ id, part: 0 });
      const form = uploadForm(authorProfileId, file);
      const work = upload(
        pictures.postPicture,
        { query: { replace_id: id } },
        { form, onProgress: (part) => setReplacing({ id, part }) },
      );
      await settle(work.then(refresh));
      setReplacing(null);
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
