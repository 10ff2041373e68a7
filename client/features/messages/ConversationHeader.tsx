// The header of an open conversation: back button, the other member, mute button and map link.
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { MapLink } from '#client/features/nearby/MapLink.tsx';
import { MuteButton } from '#client/features/notifications/MuteButton.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { Button } from '#client/ui/Button.tsx';
import { BackIcon } from '#client/ui/icons.tsx';

export interface ConversationHeaderProps {
  readonly peer: string;
  /** The shortened `fullName`. */
  readonly name: string;
  readonly fullName: string;
  readonly pictureId: string | undefined;
  readonly placeholder: string | undefined;
  readonly isGone: boolean;
  /** The peer's published point; null if unknown. */
  readonly location: { readonly lat: number | null; readonly lon: number | null } | null;
}

export function ConversationHeader({ peer, name, fullName, pictureId, placeholder, isGone, location }: ConversationHeaderProps) {
  const router = useRouter();
  const header = useRef<HTMLElement>(null);
  /** Set by a notification's Reply action. */
  const wantsToReply = useSearch({ strict: false, select: (search: { then?: string }) => search.then === 'reply' });
  useEffect(() => {
    if (wantsToReply) header.current?.closest('.conversation')?.querySelector('textarea')?.focus();
  }, [wantsToReply]);
  /** Opens the list if there is no history, as after a push. */
  const goBack = (): void => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/chat/personal', replace: true });
  };
  const member = (
    <>
      <ProfilePicture id={pictureId} name={name} profileId={peer} sizes="40px" placeholder={placeholder} isAvatar isFirst />
      <h2>{fullName || name}</h2>
    </>
  );
  return (
    <header ref={header} className="conversation-header">
      <Button look="round" className="conversation-back" onClick={goBack} aria-label="Back">
        <BackIcon />
      </Button>
      {isGone ? (
        <span className="conversation-peer">{member}</span>
      ) : (
        <Link to="/profile/$profileId" params={{ profileId: peer }} className="conversation-peer">
          {member}
          <span className="visually-hidden">, profile</span>
        </Link>
      )}
      {!isGone && <MuteButton peer={peer} name={name} />}
      {!isGone && location !== null && <MapLink profileId={peer} name={name} lat={location.lat} lon={location.lon} />}
    </header>
  );
}
