// The head of an open conversation: back button, the other member, mute and map link.
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { MapLink } from '#client/features/nearby/MapLink.tsx';
import { MuteButton } from '#client/features/notifications/MuteButton.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { Button } from '#client/ui/Button.tsx';
import { BackIcon } from '#client/ui/icons.tsx';

export interface ConversationHeadProps {
  readonly peer: string;
  /** Shortened for display; `fullName` is the whole name. */
  readonly name: string;
  readonly fullName: string;
  readonly pictureId: string | undefined;
  readonly placeholder: string | undefined;
  readonly isGone: boolean;
  /** The peer's published point; null for a member who is on no map. */
  readonly place: { readonly lat: number | null; readonly lon: number | null } | null;
}

export function ConversationHead({ peer, name, fullName, pictureId, placeholder, isGone, place }: ConversationHeadProps) {
  const router = useRouter();
  const head = useRef<HTMLElement>(null);
  /** Set by the Reply action of a notification: the focus goes to the editor. */
  const wantsToReply = useSearch({ strict: false, select: (search: { then?: string }) => search.then === 'reply' });
  useEffect(() => {
    if (wantsToReply) head.current?.closest('.conversation')?.querySelector('textarea')?.focus();
  }, [wantsToReply]);
  /** After a push or a link there is no history of the app to go back to. */
  const goBack = (): void => {
    if (router.history.canGoBack()) router.history.back();
    else void router.navigate({ to: '/chat/personal', replace: true });
  };
  const who = (
    <>
      <ProfilePicture id={pictureId} name={name} sizes="40px" placeholder={placeholder} isAvatar isFirst />
      <h2 title={fullName}>{name}</h2>
    </>
  );
  return (
    <header ref={head} className="conversation-head">
      <Button look="round" className="conversation-back" onClick={goBack} aria-label="Back">
        <BackIcon />
      </Button>
      {isGone ? (
        <span className="conversation-who">{who}</span>
      ) : (
        <Link to="/profile/$profileId" params={{ profileId: peer }} className="conversation-who">
          {who}
          <span className="visually-hidden">, profile</span>
        </Link>
      )}
      {!isGone && <MuteButton peer={peer} name={name} />}
      {!isGone && place !== null && <MapLink profileId={peer} name={name} lat={place.lat} lon={place.lon} />}
    </header>
  );
}
