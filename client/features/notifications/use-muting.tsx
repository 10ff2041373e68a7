// The item in a conversation's menu that mutes the conversation or changes its mute, and its dialog.
import { t } from '#client/device/texts.ts';
import { Suspense, useState, type ReactNode } from 'react';
import { BellIcon, BellOffIcon } from '#client/ui/icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import type { MenuChoice } from '#client/ui/MenuBeside.tsx';
import { useMutes } from './mutes.queries.ts';

const MuteDialog = lazyPart(() => import('./MuteDialog.tsx'), 'MuteDialog');

export interface Muting {
  readonly isMuted: boolean;
  readonly choice: MenuChoice;
  /** Render it outside of the menu, because the menu closes. */
  readonly dialog: ReactNode;
}

/** `name` is the shortened name. */
export function useMuting(peer: string, name: string): Muting {
  const [isOpen, setOpen] = useState(false);
  const untilMs = useMutes().get(peer);
  const isMuted = untilMs !== undefined;
  return {
    isMuted,
    choice: {
      text: isMuted ? t('{name} is muted', { name }) : t('Mute {name}', { name }),
      icon: isMuted ? BellOffIcon : BellIcon,
      onChoose: () => setOpen(true),
    },
    dialog: isOpen && (
      <Suspense>
        <MuteDialog peer={peer} name={name} untilMs={untilMs} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
