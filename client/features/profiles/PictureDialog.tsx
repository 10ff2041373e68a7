// The dialog with which members reorder, crop, replace, move or delete one of their pictures.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import type { Profile } from '#shared/contract/profiles.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { BackIcon, EyeIcon, EyeOffIcon, ForwardIcon, PictureIcon, TrashIcon } from '#client/ui/icons.tsx';
import { acceptedTypes } from '#client/shrink/prepare-picture.ts';
import { CropIcon } from './picture-icons.ts';
import { pictureNumber } from './picture-number.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import type { usePictureChanges } from './use-picture-changes.ts';

export interface PictureDialogProps {
  readonly profile: Profile;
  /** The ids of the list to which the picture belongs. */
  readonly ids: readonly string[];
  /** Null while the dialog is closed. */
  readonly id: string | null;
  readonly isPrivate: boolean;
  readonly changes: ReturnType<typeof usePictureChanges>;
  readonly onClose: () => void;
}

export function PictureDialog({ profile, ids, id, isPrivate, changes, onClose }: PictureDialogProps) {
  const fileInput = useRef<HTMLInputElement>(null);
  if (id === null) return null;
  const index = ids.indexOf(id);
  const closeAfter = (work: Promise<unknown>): void => {
    onClose();
    void work;
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('Picture {number} of {count}', pictureNumber(index, ids.length))}>
      <div className="picture-large">
        <ProfilePicture id={id} name="" sizes="(min-width: 460px) 240px, 60vw" of={profile} isPrivate={isPrivate} isFirst />
      </div>
      <div className="pair">
        <Button onClick={() => void changes.move(id, index - 1)} isOff={index === 0}>
          <BackIcon />
          {t('order|Earlier')}
        </Button>
        <Button onClick={() => void changes.move(id, index + 1)} isOff={index === ids.length - 1}>
          {t('order|Later')}
          <ForwardIcon />
        </Button>
      </div>
      <Link to="/profilePicEdit" search={{ id }} replace className={buttonClass()}>
        <CropIcon />
        {t('Crop')}
      </Link>
      <Button onClick={() => fileInput.current?.click()}>
        <PictureIcon />
        {t('Replace')}
      </Button>
      <input
        ref={fileInput}
        type="file"
        accept={acceptedTypes}
        hidden
        onChange={({ target: { files } }) => files?.[0] && closeAfter(changes.replace(id, files[0]))}
      />
      <Button onClick={() => closeAfter(changes.moveToOtherList(id))}>
        {isPrivate ? <EyeIcon /> : <EyeOffIcon />}
        {isPrivate ? t('Make public') : t('Make private')}
      </Button>
      <Button look="danger" onClick={() => closeAfter(changes.remove(id, index))}>
        <TrashIcon />
        {t('Delete')}
      </Button>
    </Dialog>
  );
}
