// The pictures of the upload screen: waiting ones, ones delivered since it was opened, and rejected files.
import { useEffect, useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { uploads, type UploadEntry } from '#client/offline/uploads/uploads.ts';
import { useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { storageErrorWords, refusalOf } from './picture-upload.ts';
import type { ListName } from './use-picture-changes.ts';

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

export function useUploads(list: ListName) {
  const own = useOwnProfileId();
  const waiting = useWaitingUploads();
  const [delivered, setDelivered] = useState<readonly UploadEntry[]>([]);
  const [rejected, setRejected] = useState<readonly Rejected[]>([]);
  useEffect(
    () => uploads.onMessage((message) => message.is === 'done' && setDelivered((before) => [...before, message.entry])),
    [],
  );
  const isShown = (entry: UploadEntry): boolean => entry.list === list && entry.replaces === null;
  const isDone = ({ id }: UploadEntry): boolean => delivered.some((one) => one.id === id);
  const chosen = [...delivered, ...waiting.filter((entry) => !isDone(entry))].filter(isShown);

  const reject = ({ name }: File, error: string): void =>
    setRejected((before) => [...before, { key: crypto.randomUUID(), fileName: name, error }]);

  const add = async (files: readonly File[]): Promise<void> => {
    for (const file of files) {
      const refusal = refusalOf(file);
      if (refusal !== null) reject(file, refusal);
      else
        await uploads.add(own, file, { list, replaces: null }).catch((error: unknown) => reject(file, storageErrorWords(error)));
    }
  };
  return {
    pictures: chosen
      .toSorted((one, other) => one.order - other.order)
      .map((entry): ChosenPicture => ({ entry, isDone: isDone(entry) })),
    rejected,
    add: (files: readonly File[]) => void add(files),
    retry: (entry: UploadEntry) => void uploads.retry(entry.id),
    cancel: (entry: UploadEntry) => void uploads.cancel(entry),
    dismiss: (key: string) => setRejected((before) => before.filter((one) => one.key !== key)),
  };
}
