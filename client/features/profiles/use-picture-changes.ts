// Reorders, moves, replaces and removes the member's pictures, also offline.
import { t } from '#client/device/texts.ts';
import { useEffect, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { reachability } from '#client/net/reachability.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { useStore } from '#client/device/store.ts';
import { say } from '#client/ui/header-messages.ts';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { useUndo } from '#client/ui/use-undo.ts';
import { reordered, without } from './picture-order.ts';
import { refusalText } from './picture-upload.ts';
import { queuePicture } from './queue-picture.ts';
import { replacementsIn } from './uploads-shown.ts';
import { changesPictures, discardPictureChanges, profileQueue, type Change } from '#client/people/profile-writes.ts';
import { useChangeProfile, useOwnProfile } from '#client/people/profiles.queries.ts';

export type PictureList = 'profilePicIds' | 'profilePicIdsPrivate';

const savedNoticeMs = 3_000;
const refusedNoticeMs = 8_000;

interface Shrinking {
  /** The share of the work that is done, from 0 to 1. */
  readonly part: number;
  readonly cancel: () => void;
}
/** A picture that is in no list any more. Its file is deleted once the removal can't be undone. */
interface Removed {
  readonly own: string;
  readonly id: string;
  readonly index: number;
}

export function usePictureChanges(list: PictureList) {
  const own = useOwnProfileId();
  const changing = useChangeProfile();
  const { stored } = useOwnProfile();
  const [isSaved, showSaved] = useTimed(savedNoticeMs);
  const [isFailed, setFailed] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [shrinking, setShrinking] = useState<Shrinking | null>(null);
  const isMounted = useIsMounted();
  const removal = useUndo<Removed>(deletePicture);
  const other: PictureList = list === 'profilePicIds' ? 'profilePicIdsPrivate' : 'profilePicIds';
  const { isLost } = useStore(reachability);
  const writes = usePending(isPictureWrite).filter(({ body }) => list in Object(body));
  const failedWrites = writes.filter(({ state }) => state === 'failed');

  const waiting = useWaitingUploads();
  const replacements = stored === undefined ? [] : replacementsIn(list, waiting, stored);
  const failed = replacements.filter(({ state }) => state === 'failed');
  const cancelReplacement = (id: string): void => {
    for (const entry of replacements) if (entry.replaces === id) void uploads.cancel(entry);
  };
  useEffect(
    () =>
      uploads.onMessage(
        (message) => message.is === 'done' && message.entry.list === list && message.entry.replaces !== null && showSaved(),
      ),
    // oxlint-disable-next-line react/exhaustive-deps -- showSaved does the same on each render
    [list],
  );
  useEffect(
    () => outbox.onDelivered(({ queue, body }) => queue === profileQueue && list in Object(body) && showSaved()),
    // oxlint-disable-next-line react/exhaustive-deps -- showSaved does the same on each render
    [list],
  );

  /** Resolves to true when the change is stored on the server or in the outbox. */
  const save = async (change: Change): Promise<boolean> => {
    setFailed(false);
    setRefusal(null);
    try {
      const { isQueued } = await changing.mutateAsync(change);
      if (!isQueued) showSaved();
      return true;
    } catch {
      setFailed(true);
      return false;
    }
  };

  return {
    isSaved,
    /** True if the device is offline and has changes that were not sent. */
    isWaiting: isLost && writes.length > failedWrites.length,
    /** A replacement whose file is being made smaller. */
    shrinking,
    /** 'Error: ' and why a replacement failed on this device. */
    refusal: isFailed ? refusal : null,
    isFailed: isFailed || failed.length + failedWrites.length > 0,
    dismissFailure: () => {
      setFailed(false);
      for (const entry of failed) void uploads.cancel(entry);
      if (stored !== undefined)
        for (const entry of failedWrites) void discardPictureChanges(entry, stored).catch(() => undefined);
    },
    removed: removal.item,
    move: (id: string, index: number) => save((profile) => ({ [list]: reordered(profile[list], id, index) })),
    moveToOtherList: (id: string) =>
      save((profile) => ({ [list]: without(profile[list], id), [other]: [...without(profile[other], id), id] })),
    async remove(id: string, index: number) {
      cancelReplacement(id);
      if (await save((profile) => ({ [list]: without(profile[list], id) }))) removal.delay({ own, id, index });
    },
    async undoRemoval({ id, index }: Removed) {
      removal.undo();
      await save((profile) => ({ [list]: without(profile[list], id).toSpliced(index, 0, id) }));
    },
    /** Queues the upload of a new picture, which is shown instead of the old one. */
    async replace(id: string, file: File) {
      cancelReplacement(id);
      setFailed(false);
      const controller = new AbortController();
      const { signal } = controller;
      const onProgress = (part: number): void => setShrinking({ part, cancel: () => controller.abort() });
      try {
        await queuePicture(own, file, { list, replaces: id }, { signal, onProgress });
      } catch (error) {
        if (!signal.aborted && !isMounted()) say(refusalText(error), 'error', refusedNoticeMs);
        setFailed(!signal.aborted);
        setRefusal(refusalText(error));
      } finally {
        setShrinking(null);
      }
    },
  };
}

const isPictureWrite = ({ queue, body }: OutboxEntry): boolean => queue === profileQueue && changesPictures(body);

/** If this fails, a sweep of the server deletes the picture later. */
async function deletePicture({ own, id }: Removed): Promise<void> {
  const options = { profile: own, label: t('A deleted picture') };
  await enqueueOrCall(pictures.deletePicture, { params: { id } }, options, { background: true }).catch(() => undefined);
}
