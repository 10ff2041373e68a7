// The sheet that opens over the map for a tapped member, with their name, like, chat and profile.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import { Link } from '@tanstack/react-router';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { LikeButton } from '#client/features/likes/LikeButton.tsx';
import { Person } from '#client/people/Person.tsx';
import { useShownDistance } from '#client/people/use-shown-distance.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { ChatIcon } from '#client/ui/icons.tsx';
import { Sheet } from '#client/ui/Sheet.tsx';

export interface MemberSheetProps {
  readonly brief: ProfileBrief;
  readonly isOnline: boolean;
  readonly onClose: () => void;
}

export function MemberSheet({ brief, isOnline, onClose }: MemberSheetProps) {
  const { profileId, profileName, profileAge } = brief;
  const distance = useShownDistance(brief);
  const facts = [
    numberText(profileAge, locale()),
    ...(distance === null ? [] : [distance]),
    ...(isOnline ? [t('online now')] : []),
  ];
  return (
    <Sheet
      title={profileName}
      wide="panel"
      onClose={onClose}
      head={
        <div className="member-sheet-head person-portrait">
          <Person profileId={profileId} name={profileName} of={brief} isOnline={isOnline} line={facts.join(' · ')} />
        </div>
      }
    >
      <div className="member-sheet-actions">
        <Link to="/chat/personal/$profileId" params={{ profileId }} replace className={buttonClass({ look: 'main' })}>
          <ChatIcon />
          {t('Chat')}
        </Link>
        <LikeButton profileId={profileId} />
        <Link to="/profile/$profileId" params={{ profileId }} replace className={buttonClass({})}>
          {t('View Profile')}
        </Link>
      </div>
    </Sheet>
  );
}
