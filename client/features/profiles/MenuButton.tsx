// A button with a menu of further actions on a profile or picture.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { MenuBeside, type MenuChoice } from '#client/ui/MenuBeside.tsx';
import { DotsIcon } from './picture-icons.ts';

export function MenuButton({ choices }: { readonly choices: readonly MenuChoice[] }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  return (
    <>
      <Button
        look="round"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        aria-haspopup="menu"
        aria-label={t('More actions')}
      >
        <DotsIcon />
      </Button>
      {anchor !== null && (
        <MenuBeside anchor={anchor} label={t('More actions')} choices={choices} onClose={() => setAnchor(null)} />
      )}
    </>
  );
}
