// The pictures on the upload screen: being made smaller, waiting, refused, or uploaded since the screen was opened.
import { useEffect, useState } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';
import { useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { say } from '#client/ui/header-messages.ts';
import { useIsMounted } from '#client/ui/use-is-mounted.ts';
import { refusalText, shrunkText } from './picture-upload.ts';
import { queuePicture } from './queue-picture.ts';
import type { PictureList } from './use-picture-changes.ts';

const noticeMs = 8_000;

export interface Rejected {
  readonly key: string;
  readonly fileName: string;
  /** 'Error: …' */
  readonly error: string;
}

export interface ChosenPicture {
  readonly entry: UploadEntry;
  /** Says how this device changed the chosen file. Null if it was left as it is. */
  readonly change: string | null;
  readonly isDone: boolean;
}

/** A chosen file that is not in the queue yet. */
export interface PreparingPicture {
  readonly key: string;
  readonly fileName: string;
  /** The share of the work that is done, from 0 to 1. Null while the file is not being made smaller. */
  readonly part: number | null;
  readonly onCancel: () => void;
}

export type Uploads = ReturnType<typeof useUploads>;

export function useUploads(list: PictureList) {
  const own = useOwnProfileId();
  const waiting = useWaitingUploads();
  const [delivered, setDelivered] = useState<readonly UploadEntry[]>([]);
  const [changes, setChanges] = useState<ReadonlyMap<string, string>>(new Map());
  const [preparing, setPreparing] = useState<readonly PreparingPicture[]>([]);
  const [rejected, setRejected] = useState<readonly Rejected[]>([]);
  const isMounted = useIsMounted();
  useEffect(
    () => uploads.onMessage((message) => message.is === 'done' && setDelivered((current) => [...current, message.entry])),
    [],
  );
  const isShown = (entry: UploadEntry): boolean => entry.list === list && entry.replaces === null;
  const isDone = ({ id }: UploadEntry): boolean => delivered.some((one) => one.id === id);
  const chosen = [...delivered, ...waiting.filter((entry) => !isDone(entry))].filter(isShown);

  const store = async (file: File, key: string, signal: AbortSignal): Promise<void> => {
    const onProgress = (part: number): void =>
      setPreparing((current) => current.map((one) => (one.key === key ? { ...one, part } : one)));
    try {
      const { id, picture } = await queuePicture(own, file, { list, replaces: null }, { signal, onProgress });
      if (picture !== file) setChanges((current) => new Map(current).set(id, shrunkText(file, picture.size)));
    } catch (error) {
      if (signal.aborted) return;
      const text = refusalText(error);
      if (isMounted()) setRejected((current) => [...current, { key, fileName: file.name, error: text }]);
      else say(text, 'error', noticeMs);
    }
  };

  const add = async (files: readonly File[]): Promise<void> => {
    const steps = files.map((file) => ({ file, key: crypto.randomUUID(), controller: new AbortController() }));
    const remove = (key: string): void => setPreparing((current) => current.filter((one) => one.key !== key));
    setPreparing((current) => [
      ...current,
      ...steps.map(({ file, key, controller }) => ({
        key,
        fileName: file.name,
        part: null,
        onCancel: () => {
          controller.abort();
          remove(key);
        },
      })),
    ]);
    // One after the other, because a large picture needs much memory.
    for (const { file, key, controller } of steps) {
      await store(file, key, controller.signal);
      remove(key);
    }
  };
  return {
    pictures: chosen
      .toSorted((a, b) => a.order - b.order)
      .map((entry): ChosenPicture => ({ entry, change: changes.get(entry.id) ?? null, isDone: isDone(entry) })),
    preparing,
    rejected,
    add: (files: readonly File[]) => void add(files),
    retry: (entry: UploadEntry) => void uploads.retry(entry.id),
    cancel: (entry: UploadEntry) => void uploads.cancel(entry),
    dismiss: (key: string) => setRejected((current) => current.filter((one) => one.key !== key)),
  };
}
