// Several pictures on their way up: two at a time, each with how far it got, and into the profile in the order they were chosen.
import { useEffect, useRef, useState } from 'react';
import { pictures } from '#shared/contract/pictures.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { upload } from '#client/net/upload.ts';
import { refusalOf, uploadForm } from './picture-upload.ts';
import { useSaveProfile } from './profiles.queries.ts';
import type { ListName } from './use-picture-changes.ts';

export interface Uploading {
  readonly key: string;
  readonly file: File;
  /** Address of the file on this device, to show it before it is up. */
  readonly preview: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Sent part, 0 to 1. */
  readonly part: number;
  /** 'Error: …' once it failed. */
  readonly error: string | null;
  /** Whether the same file may get through another time. */
  readonly isWorthRetry: boolean;
}

const atOnce = 2;

export function useUploads(list: ListName) {
  const authorProfileId = useOwnProfileId();
  const saving = useSaveProfile();
  const [uploads, setUploads] = useState<readonly Uploading[]>([]);
  const patch = (key: string, part: Partial<Uploading>): void =>
    setUploads((before) => before.map((one) => (one.key === key ? { ...one, ...part } : one)));

  const send = async ({ key, file }: Uploading): Promise<void> => {
    patch(key, { state: 'sending' });
    const form = uploadForm(authorProfileId, file);
    try {
      const { id } = await upload(pictures.postPicture, { query: {} }, { form, onProgress: (part) => patch(key, { part }) });
      await saving.mutateAsync((profile) => ({ [list]: [...profile[list].filter((other) => other !== id), id] }));
      patch(key, { state: 'done', part: 1 });
    } catch (error) {
      patch(key, { state: 'failed', part: 0, error: errorWords(error), isWorthRetry: true });
    }
  };

  const start = useRef(send);
  useEffect(() => {
    start.current = send;
  });
  useEffect(() => {
    const free = atOnce - uploads.filter(({ state }) => state === 'sending').length;
    for (const next of uploads.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) void start.current(next);
  }, [uploads]);
  usePreviewsFreed(uploads);

  return {
    uploads,
    add: (files: readonly File[]) => setUploads((before) => [...before, ...files.map(startOf)]),
    retry: (key: string) => patch(key, { state: 'waiting', error: null }),
    remove: (key: string) => setUploads((before) => before.filter((one) => one.key !== key)),
  };
}

function startOf(file: File): Uploading {
  const error = refusalOf(file);
  return {
    key: crypto.randomUUID(),
    file,
    preview: URL.createObjectURL(file),
    state: error === null ? 'waiting' : 'failed',
    part: 0,
    error,
    isWorthRetry: false,
  };
}

function usePreviewsFreed(uploads: readonly Uploading[]): void {
  const latest = useRef(uploads);
  useEffect(() => {
    const gone = latest.current.filter(({ key }) => uploads.every((one) => one.key !== key));
    for (const { preview } of gone) URL.revokeObjectURL(preview);
    latest.current = uploads;
  }, [uploads]);
  useEffect(() => () => latest.current.forEach(({ preview }) => URL.revokeObjectURL(preview)), []);
}

function errorWords(error: unknown): string {
  if (error instanceof ConnectionLost) return 'Error: you are offline. The picture waits here.';
  const message = error instanceof Error ? error.message : '';
  return message.startsWith('Error: ') ? message : `Error: ${message}`;
}
