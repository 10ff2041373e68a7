// The main actions on a member's profile: like, chat, share private pictures.
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { LikeButton } from '#client/features/likes/LikeButton.tsx';
import { WaitingLikeNotice } from '#client/features/likes/WaitingLikeNotice.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';

const SharePrivate = lazyPart(() => import('./SharePrivate.tsx'), 'SharePrivate');

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
