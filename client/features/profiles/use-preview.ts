// The address of a waiting picture on this device, to show it before it is up.
import { useEffect, useState } from 'react';
import { uploads, type UploadEntry } from '#client/offline/uploads/uploads.ts';

/** Null until it is read. It stays when the picture has left the device, for as long as it is shown. */
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
