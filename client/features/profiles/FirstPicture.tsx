// The second of the first steps: the first public picture. The member may skip it.
import { t } from '#client/device/texts.ts';
import { Button } from '#client/ui/Button.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { PicturePicker } from './PicturePicker.tsx';
import { UploadList } from './UploadList.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useUploads } from './use-uploads.ts';
import './upload.css';

export function FirstPicture({ onDone }: { readonly onDone: () => void }) {
  const { add, ...uploads } = useUploads('profilePicIds');
  const isDragOver = useDroppedFiles(add);
  const hasPicture = uploads.pictures.length + uploads.preparing.length > 0;
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
      <UploadList {...uploads} />
      {/* The upload goes on by itself, also without a connection. */}
      <Button look={hasPicture ? 'main' : 'quiet'} isWide onClick={onDone}>
        {hasPicture ? t('Next') : t('Skip this for now')}
      </Button>
    </>
  );
}
