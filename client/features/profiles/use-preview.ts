// Creates the object URL of a picture that waits for its upload.
import { useEffect, useState } from 'react';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { uploads } from '#client/offline/uploads/uploads.ts';

/** Null while it loads. The URL is valid until the component unmounts, even after the upload. */
export function usePreview({ profile, id, type }: UploadEntry): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isUnmounted = false;
    void uploads.file({ profile, id, type }).then(
      (file) => {
        if (file === null || isUnmounted) return;
        url = URL.createObjectURL(file);
        setPreview(url);
      },
      () => undefined,
    );
    return () => {
      isUnmounted = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [profile, id, type]);
  return preview;
}
