// The editor's picture button: a menu of ways to add a picture, or for the area the pictures of the profile.
import { Suspense, useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import type { Recipient } from './messages.queries.ts';

const AddPictures = lazyPart(() => import('./AddPictures.tsx'), 'AddPictures');
const PictureChooser = lazyPart(() => import('./PictureChooser.tsx'), 'PictureChooser');

interface PictureButtonProps {
  /** Null for the area, to which only public pictures of the profile are sent. */
  readonly recipient: Recipient | null;
  /** The pictures of the profile that the message will have. */
  readonly selected: readonly string[];
  readonly onSelect: (ids: readonly string[]) => void;
}

export function PictureButton({ recipient, selected, onSelect }: PictureButtonProps) {
  /** The button, while the menu is open beside it. */
  const [anchor, setAnchor] = useState<Element | null>(null);
  /** The chosen file outlives the menu. */
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
        aria-label="Add pictures"
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
