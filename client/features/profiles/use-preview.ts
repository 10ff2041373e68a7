// The object URL of a waiting picture, to show it before it is uploaded.
import { useEffect, useState } from 'react';
import { uploads, type UploadEntry } from '#client/offline/uploads/uploads.ts';

/** Null until it is read. Stays valid after the upload, as long as it is shown. */
export function usePreview({ profile, id, type }: UploadEntry): string | null {
  const [preview, setPreview] = useState<string | null>(null);
  useEffect(() => {
    let url: string | null = null;
    let isLeft = false;
    void uploads.file({ profile, id, type }).then(
      (file) => {
        if (file === null || isLeft) return;
        url = URL.createObjectURL(file);
        setPreview(url);
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [profile, id, type]);
  return preview;
}
