// The preview of a picture that waits for its upload. Empty if the file is not a picture.
import { useState } from 'react';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { usePreview } from './use-preview.ts';
import '#client/ui/picture.css';

export function UploadPreview({ entry }: { readonly entry: UploadEntry }) {
  const preview = usePreview(entry);
  const [isBroken, setBroken] = useState(false);
  if (preview === null || isBroken) return null;
  return <img src={preview} alt="" decoding="async" draggable={false} onError={() => setBroken(true)} />;
}
