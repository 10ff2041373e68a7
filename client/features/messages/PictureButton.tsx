// The editor's button to add pictures. In conversations it opens a menu, in the area chat the pictures of the profile.
import { t } from '#client/device/texts.ts';
import { Suspense, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import type { Recipient } from './messages.queries.ts';

const AddPictures = lazyPart(() => import('./AddPictures.tsx'), 'AddPictures');
const PictureChooser = lazyPart(() => import('./PictureChooser.tsx'), 'PictureChooser');

interface PictureButtonProps {
  /** Null in the area chat, to which only public pictures of the profile can be sent. */
  readonly recipient: Recipient | null;
  /** The pictures of the profile that are attached to the message. */
  readonly selected: readonly string[];
  readonly onSelect: (ids: readonly string[]) => void;
}

export function PictureButton({ recipient, selected, onSelect }: PictureButtonProps) {
  /** The button while its menu is open, else null. */
  const [anchor, setAnchor] = useState<Element | null>(null);
  /** True once the menu was opened. It stays mounted after it closes, since it holds the chosen file. */
  const [wasOpened, setWasOpened] = useState(false);
  const [isChoosingOwn, setChoosingOwn] = useState(false);
  return (
    <>
      <Button
        look="round"
        onClick={({ currentTarget }) => {
          if (recipient === null) return setChoosingOwn(true);
          setAnchor(currentTarget);
          setWasOpened(true);
        }}
        aria-label={t('Add pictures')}
        aria-haspopup={recipient === null ? 'dialog' : 'menu'}
      >
        <PictureIcon />
      </Button>
      <Suspense>
        {recipient !== null && wasOpened && (
          <AddPictures
            recipient={recipient}
            anchor={anchor}
            onCloseMenu={() => setAnchor(null)}
            onChooseOwn={() => setChoosingOwn(true)}
          />
        )}
        {isChoosingOwn && (
          <PictureChooser
            selected={selected}
            recipientName={recipient?.name ?? null}
            onSelect={onSelect}
            onClose={() => setChoosingOwn(false)}
          />
        )}
      </Suspense>
    </>
  );
}
