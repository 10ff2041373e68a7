// Prepares a chosen picture for upload in the background, and gives the screen its progress and result.
import { useEffect, useState } from 'react';
import { preparePicture } from '#client/shrink/prepare-picture.ts';
import { refusalText, shrunkText } from './picture-upload.ts';

export interface PreparedPicture {
  /** Null while it is being prepared, and if it can't be. */
  readonly file: File | null;
  /** An object URL of the file; null without one. */
  readonly url: string | null;
  /** The progress from 0 to 1. Null while the picture is not being made smaller. */
  readonly part: number | null;
  /** Says how the chosen file was changed. Null if it was left as it is. */
  readonly change: string | null;
  /** 'Error: …' if it can't be sent. */
  readonly error: string | null;
}

const unprepared: PreparedPicture = { file: null, url: null, part: null, change: null, error: null };

/** Stops the work when the component unmounts or another picture is chosen. */
export function usePreparedPicture(chosen: File): PreparedPicture {
  const [prepared, setPrepared] = useState(unprepared);
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    let url: string | null = null;
    preparePicture(chosen, { signal, onProgress: (part) => setPrepared({ ...unprepared, part }) }).then(
      (file) => {
        if (signal.aborted) return;
        url = URL.createObjectURL(file);
        setPrepared({ ...unprepared, file, url, change: file === chosen ? null : shrunkText(chosen, file.size) });
      },
      (error: unknown) => {
        if (!signal.aborted) setPrepared({ ...unprepared, error: refusalText(error) });
      },
    );
    return () => {
      controller.abort();
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [chosen]);
  return prepared;
}
