// Shows a broadcast: its sender, distance and time in one line, its content, and links to the sender's profile and chat.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { shownDistance } from '#shared/formats/measures.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import { ChatLink } from '#client/people/ChatLink.tsx';
import { Avatar } from '#client/people/ProfilePicture.tsx';
import { ReplyIcon } from './message-icons.ts';
import { MessageContent } from './MessageContent.tsx';
import { MessageStateMark } from './MessageStateMark.tsx';
import { MoreButton } from './MoreButton.tsx';
import { useMessageGestures } from './use-message-gestures.ts';
import type { ShownBroadcast } from './shown-broadcasts.ts';
import { useCurrentDay } from '#client/ui/current-day.ts';
import { listTime } from '#client/ui/day-times.ts';
import { ShownName } from '#client/people/ShownName.tsx';

export interface BroadcastRowProps {
  readonly message: ShownBroadcast;
  /** Receives the element beside which the menu opens. */
  readonly onSelect: (message: ShownBroadcast, anchor: Element) => void;
  readonly onPicture: (message: ShownBroadcast, pictureId: string) => void;
}

export function BroadcastRow({ message, onSelect, onPicture }: BroadcastRowProps) {
  const units = useDistanceUnits();
  const today = useCurrentDay();
  const { key, isOwn, sender, timeMs, state, distanceMetres } = message;
  const { profileId, profileName, profileAge } = sender;
  const name = profileName || t('Member');
  const open = (anchor: Element): void => onSelect(message, anchor);
  const gestures = useMessageGestures({ onReply: null, onMenu: open });
  return (
    <li className={`broadcast broadcast-${state}${isOwn ? ' broadcast-own' : ''}`} data-key={key} tabIndex={-1} {...gestures}>
      <Link to="/profile/$profileId" params={{ profileId }} className="broadcast-avatar" tabIndex={-1} aria-hidden="true">
        <Avatar of={sender} name={name} profileId={profileId} sizes="44px" />
      </Link>
      <p className="broadcast-sender small soft">
        <Link to="/profile/$profileId" params={{ profileId }}>
          <ShownName name={profileName} age={profileAge} />
        </Link>
        {distanceMetres !== null && <span>{shownDistance(distanceMetres, units, locale())}</span>}
        <time dateTime={new Date(timeMs).toISOString()}>{listTime(timeMs, today)}</time>
        <MessageStateMark state={state} />
      </p>
      <MessageContent message={message} senderName={null} time={null} onPicture={(pictureId) => onPicture(message, pictureId)} />
      <span className="broadcast-actions">
        {!isOwn && <ChatLink profileId={profileId} name={name} icon={ReplyIcon} />}
        <MoreButton onOpen={open} />
      </span>
    </li>
  );
}
