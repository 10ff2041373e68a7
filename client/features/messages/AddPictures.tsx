// The menu that adds a picture to a conversation: from the camera, from this device or from the profile.
import { t } from '#client/device/texts.ts';
import { useRef, useState } from 'react';
import { PictureInput } from '#client/features/profiles/PicturePicker.tsx';
import { CameraIcon, PersonIcon, PictureIcon } from '#client/ui/icons.tsx';
import { MenuBeside } from '#client/ui/MenuBeside.tsx';
import type { Recipient } from './messages.queries.ts';
import { PicturePreview } from './PicturePreview.tsx';

interface AddPicturesProps {
  readonly recipient: Recipient;
  /** The element beside which the menu opens. It is null while the menu is closed. */
  readonly anchor: Element | null;
  readonly onCloseMenu: () => void;
  readonly onChooseOwn: () => void;
}

export function AddPictures({ recipient, anchor, onCloseMenu, onChooseOwn }: AddPicturesProps) {
  const camera = useRef<HTMLInputElement>(null);
  const gallery = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<File | null>(null);
  const choose = ([file]: readonly File[]): void => setChosen(file ?? null);
  return (
    <>
      <PictureInput ref={camera} capture="environment" onFiles={choose} />
      <PictureInput ref={gallery} onFiles={choose} />
      {anchor !== null && (
        <MenuBeside
          anchor={anchor}
          label={t('Add pictures')}
          choices={[
            { text: t('Take a picture'), icon: CameraIcon, onChoose: () => camera.current?.click() },
            { text: t('Choose a picture'), icon: PictureIcon, onChoose: () => gallery.current?.click() },
            { text: t('Pictures of your profile'), icon: PersonIcon, onChoose: onChooseOwn },
          ]}
          onClose={onCloseMenu}
        />
      )}
      {chosen !== null && <PicturePreview chosen={chosen} recipient={recipient} onClose={() => setChosen(null)} />}
    </>
  );
}
