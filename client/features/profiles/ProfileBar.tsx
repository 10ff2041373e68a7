// A bar of actions that stays on the screen: chat, like and a menu, or on your own profile edit and share.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { LikeButton } from '#client/features/likes/LikeButton.tsx';
import { useBlock } from '#client/features/likes/use-block.ts';
import { WaitingLikeNotice } from '#client/features/likes/WaitingLikeNotice.tsx';
import type { Reporting } from '#client/features/reports/use-reporting.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { BlockIcon, ChatIcon, PencilIcon } from '#client/ui/icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { UndoButton } from '#client/ui/UndoBar.tsx';
import type { MenuChoice } from '#client/ui/MenuBeside.tsx';
import { MenuButton } from './MenuButton.tsx';
import { ShareIcon } from './picture-icons.ts';
import { usePrivateSharing } from './use-private-sharing.tsx';
import './profile-bar.css';

const ShareProfile = lazyPart(() => import('./ShareProfile.tsx'), 'ShareProfile');

export interface ProfileBarProps {
  readonly profileId: string;
  /** The name, not shortened. */
  readonly name: string;
}

export function MemberBar({ profileId, name, reporting }: ProfileBarProps & { readonly reporting: Reporting }) {
  const { isBlocked, isKnown, isRedirecting, block, unblock } = useBlock(profileId, reporting.isOpen);
  const privateSharing = usePrivateSharing(profileId);
  const [isSharing, setSharing] = useState(false);
  const blocking: MenuChoice = isBlocked
    ? { text: t('Unblock'), icon: BlockIcon, onChoose: unblock }
    : { text: t('Block'), icon: BlockIcon, look: 'danger', onChoose: block };
  const choices = [
    { text: t('Share profile'), icon: ShareIcon, onChoose: () => setSharing(true) },
    ...(privateSharing.choice === null ? [] : [privateSharing.choice]),
    reporting.choice,
    ...(isKnown ? [blocking] : []),
  ];
  return (
    <>
      <div className="profile-bar">
        {isRedirecting ? (
          <UndoButton look="main" onUndo={unblock} />
        ) : (
          <Link to="/chat/personal/$profileId" params={{ profileId }} className={buttonClass({ look: 'main' })}>
            <ChatIcon />
            {t('Chat')}
          </Link>
        )}
        <LikeButton profileId={profileId} />
        <MenuButton choices={choices} />
      </div>
      <WaitingLikeNotice profileId={profileId} />
      {privateSharing.dialog}
      <Sharing isOpen={isSharing} profileId={profileId} name={name} onClose={() => setSharing(false)} />
    </>
  );
}

export function OwnBar({ profileId, name }: ProfileBarProps) {
  const [isSharing, setSharing] = useState(false);
  return (
    <>
      <div className="profile-bar">
        <Link to="/profileEdit" className={buttonClass({ look: 'main' })}>
          <PencilIcon />
          {name === '' ? t('Add your name') : t('Edit profile')}
        </Link>
        <Button look="round" onClick={() => setSharing(true)} aria-haspopup="dialog" aria-label={t('Share profile')}>
          <ShareIcon />
        </Button>
      </div>
      <Sharing isOpen={isSharing} profileId={profileId} name={name} onClose={() => setSharing(false)} />
    </>
  );
}

/** The dialog is loaded with the bar, because it opens when the menu closes. */
function Sharing({
  isOpen,
  onClose,
  profileId,
  name,
}: ProfileBarProps & { readonly isOpen: boolean; readonly onClose: () => void }) {
  const title = name === '' ? t('Share this profile') : t('Share {name}', { name });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title}>
      <Suspense>
        <ShareProfile profileId={profileId} />
      </Suspense>
    </Dialog>
  );
}
