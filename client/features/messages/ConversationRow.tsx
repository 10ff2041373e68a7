// A conversation in the list: member, preview and time of the newest message, and the unread count.
import { Link } from '@tanstack/react-router';
import { shownName } from '#shared/rules/text.ts';
import { useMutes } from '#client/features/notifications/mutes.queries.ts';
import { OnlineDot } from '#client/people/OnlineDot.tsx';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { Badge } from '#client/ui/Badge.tsx';
import { BellOffIcon } from '#client/ui/icons.tsx';
import { MessageStateMark } from './MessageStateMark.tsx';
import { usePeer } from './messages.queries.ts';
import type { ShownConversation } from './shown-conversations.ts';
import { listTime } from '#client/ui/day-times.ts';

export interface ConversationRowProps {
  readonly conversation: ShownConversation;
  readonly isCurrent: boolean;
  readonly isOnline: boolean;
}

export function ConversationRow(props: ConversationRowProps) {
  return props.conversation.name === null ? <UnlistedRow {...props} /> : <Row {...props} />;
}

/** For a conversation that the server does not list yet: the name comes from the profile. */
function UnlistedRow({ conversation, ...rest }: ConversationRowProps) {
  const { data } = usePeer(conversation.peer);
  const named = { ...conversation, name: data?.profilename ?? '', pictureId: data?.profilePicIds[0] };
  return <Row conversation={named} {...rest} />;
}

function Row({ conversation, isCurrent, isOnline }: ConversationRowProps) {
  const { peer, pictureId, placeholder, preview, isOwn, state, timeMs, unread } = conversation;
  const isMuted = useMutes().has(peer);
  const name = shownName(conversation.name ?? '') || 'Member';
  return (
    <Link
      to="/chat/personal/$profileId"
      params={{ profileId: peer }}
      className={unread > 0 ? 'chat-row chat-row-unread' : 'chat-row'}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span className="has-dot">
        <ProfilePicture id={pictureId} name={name} profileId={peer} sizes="52px" placeholder={placeholder} isAvatar isFirst />
        {isOnline && <OnlineDot />}
      </span>
      <span className="chat-row-text">
        <span className="chat-row-line">
          <span className="chat-row-name" title={conversation.name ?? undefined}>
            {name}
          </span>
          {isMuted && (
            <span className="chat-row-muted">
              <BellOffIcon />
              <span className="visually-hidden">muted</span>
            </span>
          )}
          <time className="chat-row-time" dateTime={new Date(timeMs).toISOString()}>
            {listTime(timeMs)}
          </time>
        </span>
        <span className="chat-row-line">
          <span className="chat-row-preview">
            {isOwn && 'You: '}
            {preview}
          </span>
          {isOwn && <MessageStateMark state={state} isShort />}
          <Badge count={unread} label="unread" />
        </span>
      </span>
    </Link>
  );
}
