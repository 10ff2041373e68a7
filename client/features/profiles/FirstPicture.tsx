// The second of the first steps: the first public picture. The member may skip it.
import { t } from '#client/device/texts.ts';
import { Button } from '#client/ui/Button.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { PreparingRow, RejectedRow, UploadRow } from './UploadRow.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useUploads } from './use-uploads.ts';
import './upload.css';

export function FirstPicture({ onDone }: { readonly onDone: () => void }) {
  const { pictures, preparing, rejected, add, retry, cancel, dismiss } = useUploads('profilePicIds');
  const isDragOver = useDroppedFiles(add);
  const hasPicture = pictures.length + preparing.length > 0;
  return (
    <>
      <div className={isDragOver ? 'drop-zone drop-over' : 'drop-zone'}>
        <PictureIcon />
        <p>
          {t(
            'A picture of you gets the most answers. Everyone who sees your profile sees it, so choose one that you would show to anyone.',
          )}
        </p>
        <PicturePicker look={hasPicture ? 'plain' : 'main'} isWide onFiles={add}>
          {hasPicture ? t('Add another picture') : t('Choose a picture')}
        </PicturePicker>
      </div>
      {pictures.length + preparing.length + rejected.length > 0 && (
        <ul className="uploads" aria-label={t('Chosen pictures')}>
          {pictures.map((picture) => (
            <UploadRow key={picture.entry.id} {...picture} onRetry={retry} onCancel={cancel} />
          ))}
          {preparing.map(({ key, ...picture }) => (
            <PreparingRow key={key} {...picture} />
          ))}
          {rejected.map((file) => (
            <RejectedRow key={file.key} rejected={file} onDismiss={() => dismiss(file.key)} />
          ))}
        </ul>
      )}
      {/* The upload goes on by itself, also without a connection. */}
      <Button look={hasPicture ? 'main' : 'quiet'} isWide onClick={onDone}>
        {hasPicture ? t('Next') : t('Skip this for now')}
      </Button>
    </>
  );
}
