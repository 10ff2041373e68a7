// One conversation in the list: member, first words and time of the newest message, and the unread count.
import { Link } from '@tanstack/react-router';
import { shownName } from '#shared/rules/text.ts';
import { useMutes } from '#client/features/notifications/mutes.queries.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { Badge } from '#client/ui/Badge.tsx';
import { BellOffIcon } from '#client/ui/icons.tsx';
import { MessageStateMark } from './MessageStateMark.tsx';
import { usePeer } from './messages.queries.ts';
import type { ShownConversation } from './shown-conversations.ts';
import { whenWords } from './time-words.ts';

export interface ConversationRowProps {
  readonly conversation: ShownConversation;
  readonly isCurrent: boolean;
}

export function ConversationRow(props: ConversationRowProps) {
  return props.conversation.name === null ? <RowOfUnlisted {...props} /> : <Row {...props} />;
}

/** Started on this device and not on the server yet: the name comes from the profile. */
function RowOfUnlisted({ conversation, isCurrent }: ConversationRowProps) {
  const { data } = usePeer(conversation.peer);
  const named = { ...conversation, name: data?.profilename ?? '', pictureId: data?.profilePicIds[0] };
  return <Row conversation={named} isCurrent={isCurrent} />;
}

function Row({ conversation, isCurrent }: ConversationRowProps) {
  const { peer, pictureId, placeholder, words, isOwn, state, timeMs, unread } = conversation;
  const isMuted = useMutes().has(peer);
  const name = shownName(conversation.name ?? '') || 'Member';
  return (
    <Link
      to="/chat/personal/$profileId"
      params={{ profileId: peer }}
      className={unread > 0 ? 'chat-row chat-row-unread' : 'chat-row'}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <ProfilePicture id={pictureId} name={name} sizes="52px" placeholder={placeholder} isAvatar isFirst />
      <span className="chat-row-words">
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
            {whenWords(timeMs)}
          </time>
        </span>
        <span className="chat-row-line">
          <span className="chat-row-last">
            {isOwn && 'You: '}
            {words}
          </span>
          {isOwn && <MessageStateMark state={state} isShort />}
          <Badge count={unread} label="unread" />
        </span>
      </span>
    </Link>
  );
}
