// The upload screen's pictures: waiting, uploaded since the screen was opened, and rejected.
import { useEffect, useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';
import { useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { storageErrorText, fileError } from './picture-upload.ts';
import type { PictureList } from './use-picture-changes.ts';

export interface Rejected {
  readonly key: string;
  readonly fileName: string;
  /** 'Error: …' */
  readonly error: string;
}

export interface ChosenPicture {
  readonly entry: UploadEntry;
  readonly isDone: boolean;
}

export function useUploads(list: PictureList) {
  const own = useOwnProfileId();
  const waiting = useWaitingUploads();
  const [delivered, setDelivered] = useState<readonly UploadEntry[]>([]);
  const [rejected, setRejected] = useState<readonly Rejected[]>([]);
  useEffect(
    () => uploads.onMessage((message) => message.is === 'done' && setDelivered((current) => [...current, message.entry])),
    [],
  );
  const isShown = (entry: UploadEntry): boolean => entry.list === list && entry.replaces === null;
  const isDone = ({ id }: UploadEntry): boolean => delivered.some((one) => one.id === id);
  const chosen = [...delivered, ...waiting.filter((entry) => !isDone(entry))].filter(isShown);

  const reject = ({ name }: File, error: string): void =>
    setRejected((current) => [...current, { key: crypto.randomUUID(), fileName: name, error }]);

  const add = async (files: readonly File[]): Promise<void> => {
    for (const file of files) {
      const error = fileError(file);
      if (error !== null) reject(file, error);
      else
        await uploads
          .add(own, file, { list, replaces: null })
          .catch((failure: unknown) => reject(file, storageErrorText(failure)));
    }
  };
  return {
    pictures: chosen.toSorted((a, b) => a.order - b.order).map((entry): ChosenPicture => ({ entry, isDone: isDone(entry) })),
    rejected,
    add: (files: readonly File[]) => void add(files),
    retry: (entry: UploadEntry) => void uploads.retry(entry.id),
    cancel: (entry: UploadEntry) => void uploads.cancel(entry),
    dismiss: (key: string) => setRejected((current) => current.filter((one) => one.key !== key)),
  };
}
