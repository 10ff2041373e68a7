// The second of the first steps: the first public picture. The member may skip it.
import { useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { acceptedTypes } from '#client/shrink/prepare-picture.ts';
import { PreparingRow, RejectedRow, UploadRow } from './UploadRow.tsx';
import { useDroppedFiles } from './use-dropped-files.ts';
import { useUploads } from './use-uploads.ts';
import './upload.css';

export function FirstPicture({ onDone }: { readonly onDone: () => void }) {
  const { pictures, preparing, rejected, add, retry, cancel, dismiss } = useUploads('profilePicIds');
  const isDragOver = useDroppedFiles(add);
  const input = useRef<HTMLInputElement>(null);
  const hasPicture = pictures.length + preparing.length > 0;
  const choose = (): void => input.current?.click();
  return (
    <>
      <div className={isDragOver ? 'drop-zone drop-over' : 'drop-zone'}>
        <PictureIcon />
        <p>
          A picture of you gets the most answers. Everyone who sees your profile sees it, so choose one that you would show on a
          bus ride.
        </p>
        <Button look={hasPicture ? 'plain' : 'main'} isWide onClick={choose}>
          {hasPicture ? 'Add another picture' : 'Choose a picture'}
        </Button>
        <input
          ref={input}
          type="file"
          accept={acceptedTypes}
          hidden
          onChange={({ target }) => {
            add([...(target.files ?? [])]);
            // Without this, the member could not choose the same file again.
            target.value = '';
          }}
        />
      </div>
      {pictures.length + preparing.length + rejected.length > 0 && (
        <ul className="uploads" aria-label="Chosen pictures">
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
        {hasPicture ? 'Next' : 'Skip this for now'}
      </Button>
    </>
  );
}
