// Pictures from the phone's share sheet. The member has to confirm, because any web page can send pictures this way.
import { t, tCount } from '#client/device/texts.ts';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { whenStorageOpened } from '#client/device/storage-opening.ts';
import { isLockSet } from '#client/offline/lock/lock-tabs.ts';
import { sharedText } from '#client/offline/shared-text.ts';
import { forgetSharedPictures, hasSentText, sentCount, sharedPictures } from '#client/offline/uploads/shared-pictures.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';

export interface SharedPicturesProps {
  readonly onAdd: (files: readonly File[]) => void;
}

interface SharedPicture {
  readonly file: File;
  readonly previewUrl: string;
}

export function SharedPictures({ onAdd }: SharedPicturesProps) {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const [shared, setShared] = useState<readonly SharedPicture[]>([]);
  const [areSomeMissing, setSomeMissing] = useState(false);
  const [text, setText] = useState<'kept' | 'missing' | null>(null);
  useEffect(() => {
    const read = async (): Promise<void> => {
      await whenStorageOpened();
      if ((await sharedText().catch(() => '')) !== '') setText('kept');
      else if (hasSentText(hash)) setText('missing');
      const files = await sharedPictures().catch(() => []);
      setShared(files.map((file) => ({ file, previewUrl: URL.createObjectURL(file) })));
      if (files.length < sentCount(hash)) setSomeMissing(true);
    };
    void read();
  }, [hash]);
  useEffect(() => () => shared.forEach(({ previewUrl }) => URL.revokeObjectURL(previewUrl)), [shared]);
  const finish = async (isAdded: boolean): Promise<void> => {
    if (isAdded) onAdd(shared.map(({ file }) => file));
    setShared([]);
    await forgetSharedPictures();
    await navigate({ to: '.', search: true, hash: '', replace: true });
  };
  return (
    <>
      {areSomeMissing && (
        <Notice tone="warning">
          {isLockSet()
            ? t('With an app lock, this device keeps no pictures that other apps share. Please choose them here.')
            : t('Not all shared pictures could be kept. Please choose the missing ones here.')}
        </Notice>
      )}
      {text === 'missing' && (
        <Notice tone="warning">{t('The shared text could not be kept. Please copy it from the other app.')}</Notice>
      )}
      {shared.length > 0 && (
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
            <Button look="main" onClick={() => void finish(true)}>
              {tCount(shared.length, { one: 'Add picture', other: 'Add # pictures' })}
            </Button>
            <Button onClick={() => void finish(false)}>{t('Don’t add')}</Button>
          </div>
        </section>
      )}
      {text === 'kept' && (
        <Link to="/chat/personal" hash="shared" className={buttonClass()}>
          {t('Put the shared text into a conversation')}
        </Link>
      )}
    </>
  );
}
