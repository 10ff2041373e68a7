// Pictures from the phone's share sheet. The member has to confirm, because any web page can send pictures this way.
import { t, tCount } from '#client/device/texts.ts';
import { useEffect, useState } from 'react';
import { whenStorageOpened } from '#client/device/storage-opening.ts';
import { forgetSharedPictures, sharedPictures } from '#client/offline/uploads/shared-pictures.ts';
import { Button } from '#client/ui/Button.tsx';

export interface SharedPicturesProps {
  readonly onAdd: (files: readonly File[]) => void;
}

interface SharedPicture {
  readonly file: File;
  readonly previewUrl: string;
}

export function SharedPictures({ onAdd }: SharedPicturesProps) {
  const [shared, setShared] = useState<readonly SharedPicture[]>([]);
  useEffect(() => {
    void whenStorageOpened()
      .then(sharedPictures)
      .then((files) => {
        if (files.length > 0) setShared(files.map((file) => ({ file, previewUrl: URL.createObjectURL(file) })));
      });
  }, []);
  useEffect(() => () => shared.forEach(({ previewUrl }) => URL.revokeObjectURL(previewUrl)), [shared]);
  if (shared.length === 0) return null;
  const finish = (isAdded: boolean): void => {
    void forgetSharedPictures();
    if (isAdded) onAdd(shared.map(({ file }) => file));
    setShared([]);
  };
  return (
    <section className="card stack" aria-label={t('Shared pictures')}>
      <h2>
        {tCount(shared.length, {
          one: 'Add this picture to your profile?',
          other: 'Add these # pictures to your profile?',
        })}
      </h2>
      <ul className="shared-pictures">
        {shared.map(({ file, previewUrl }) => (
          <li key={previewUrl} className="picture upload-preview">
            <img src={previewUrl} alt={file.name} />
          </li>
        ))}
      </ul>
      <div className="row">
        <Button look="main" onClick={() => finish(true)}>
          {tCount(shared.length, { one: 'Add picture', other: 'Add # pictures' })}
        </Button>
        <Button onClick={() => finish(false)}>{t('Don’t add')}</Button>
      </div>
    </section>
  );
}
