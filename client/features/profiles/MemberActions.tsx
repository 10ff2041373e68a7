// The main actions on a member's profile: like, chat, share private pictures.
import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { LikeButton } from '#client/features/likes/LikeButton.tsx';
import { WaitingLikeNotice } from '#client/features/likes/WaitingLikeNotice.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';

const SharePrivate = lazy(() => import('./SharePrivate.tsx').then(({ SharePrivate }) => ({ default: SharePrivate })));

export function MemberActions({ profileId }: { readonly profileId: string }) {
  return (
    <>
      <LikeButton profileId={profileId} />
      <Link to="/chat/personal/$profileId" params={{ profileId }} className={buttonClass()}>
        <ChatIcon />
        Chat
      </Link>
      <WaitingLikeNotice profileId={profileId} />
      <Suspense>
        <SharePrivate profileId={profileId} />
      </Suspense>
    </>
  );
}
