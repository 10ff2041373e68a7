// Shows a picture of a message that waits on this device, with the progress of its upload.
import { t } from '#client/device/texts.ts';
import { UploadPreview } from '#client/features/profiles/UploadPreview.tsx';
import { reachability } from '#client/net/reachability.ts';
import type { UploadEntry } from '#client/offline/uploads/upload-queue.ts';
import { useSentPart, useWaitingUploads } from '#client/offline/uploads/use-waiting-uploads.ts';
import { useStore } from '#client/device/store.ts';

export function WaitingPicture({ id }: { readonly id: string }) {
  const entry = useWaitingUploads().find((upload) => upload.id === id);
  return (
    <span className="picture waiting-picture">
      {entry !== undefined && (
        <>
          <UploadPreview entry={entry} />
          {entry.state !== 'failed' && <Progress entry={entry} />}
        </>
      )}
    </span>
  );
}

function Progress({ entry }: { readonly entry: UploadEntry }) {
  const part = useSentPart(entry);
  const { isLost } = useStore(reachability);
  const text = isLost ? t('Waiting for a connection') : part < 1 ? t('Uploading') : t('Almost sent');
  return (
    <span className="waiting-picture-progress small">
      {text}
      <progress value={part} aria-label={t('Picture: {state}', { state: text })} />
    </span>
  );
}
