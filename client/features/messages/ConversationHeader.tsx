// The header of an open conversation: the back button, the other member, the like button, the map link and the menu.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { numberText } from '#shared/formats/numbers.ts';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { locale } from '#client/device/locale.ts';
import { LikeButton } from '#client/features/likes/LikeButton.tsx';
import { MapLink, useMapChoice } from '#client/features/nearby/MapLink.tsx';
import { useMuting } from '#client/features/notifications/use-muting.tsx';
import { MenuButton } from '#client/features/profiles/MenuButton.tsx';
import { useReporting } from '#client/features/reports/use-reporting.tsx';
import { Avatar } from '#client/people/ProfilePicture.tsx';
import { useShownDistance } from '#client/people/use-shown-distance.ts';
import { Button } from '#client/ui/Button.tsx';
import { faceTransitionFrom, faceTransitionTo } from '#client/ui/face-transition.ts';
import { BackIcon, BellOffIcon } from '#client/ui/icons.tsx';
import type { MenuChoice } from '#client/ui/MenuBeside.tsx';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { wholeIfCut } from '#client/people/whole-name.ts';
import { PeerStatus, type PeerStatusProps } from './PeerStatus.tsx';

export interface ConversationHeaderProps extends PeerStatusProps {
  readonly fullName: string;
  readonly of: Pick<ReducedBrief, 'profilePicIds' | 'picPlaceholders'>;
  readonly isGone: boolean;
  /** True while the name is not known. */
  readonly isLoading: boolean;
}

export function ConversationHeader({ fullName, of, isGone, isLoading, ...status }: ConversationHeaderProps) {
  const { peer, name, profile } = status;
  const goBack = useGoBack({ to: '/chat/personal' });
  const transition = useMemo(() => faceTransitionTo(peer), [peer]);
  const muting = useMuting(peer, name);
  const reporting = useReporting({ kind: 'profile', itemId: peer, profileId: peer });
  const distance = useShownDistance(profile ?? { lat: null, lon: null });
  const facts = profile && numberText(profile.age, locale()) + (distance === null ? '' : ` · ${distance}`);
  const member = (
    <>
      <span ref={transition} className="conversation-face">
        {isLoading ? (
          <span className="skeleton avatar" />
        ) : (
          <Avatar of={of} name={fullName} profileId={peer} sizes="40px" isFirst />
        )}
      </span>
      <span className="conversation-who">
        <h1 title={wholeIfCut(fullName)} className={isLoading ? 'skeleton' : undefined}>
          {fullName || name}
        </h1>
        {!isGone && (isLoading || fullName !== '') && (
          <>
            <span className="conversation-facts">{facts}</span>
            <PeerStatus {...status} />
          </>
        )}
      </span>
    </>
  );
  return (
    <header className="conversation-header">
      <Button look="round" className="conversation-back" onClick={goBack} aria-label={t('Back')}>
        <BackIcon />
      </Button>
      {isGone ? (
        <span className="conversation-peer">{member}</span>
      ) : (
        <Link
          to="/profile/$profileId"
          params={{ profileId: peer }}
          className="conversation-peer"
          onClick={faceTransitionFrom(peer)}
        >
          {member}
          <span className="visually-hidden">{t(', profile')}</span>
        </Link>
      )}
      {muting.isMuted && (
        <span className="conversation-muted">
          <BellOffIcon />
          <span className="visually-hidden">{t('muted')}</span>
        </span>
      )}
      {!isGone && (
        <>
          {profile && <MapLink profileId={peer} name={name} lat={profile.lat} lon={profile.lon} />}
          <LikeButton profileId={peer} />
          <MemberMenu {...status} muting={muting.choice} reporting={reporting.choice} />
        </>
      )}
      {muting.dialog}
      {reporting.dialog}
    </header>
  );
}

/** True if there is no room for the map link beside the name. The width is the same as in conversation.css. */
const isNarrow = (): boolean => matchMedia('(max-width: 599px)').matches;

interface MemberMenuProps extends PeerStatusProps {
  readonly muting: MenuChoice;
  readonly reporting: MenuChoice;
}

function MemberMenu({ peer, name, profile, muting, reporting }: MemberMenuProps) {
  const onMap = useMapChoice({ profileId: peer, name, lat: profile?.lat ?? null, lon: profile?.lon ?? null });
  return <MenuButton choices={[muting, ...(isNarrow() ? onMap : []), reporting]} />;
}
