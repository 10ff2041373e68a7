// A row in the list of conversations: the member, the newest message with its time, and the number of unread messages.
import { t, tCount } from '#client/device/texts.ts';
import { useMutes } from '#client/features/notifications/mutes.queries.ts';
import { PersonRow } from '#client/people/Person.tsx';
import { Badge } from '#client/ui/Badge.tsx';
import { useCurrentDay } from '#client/ui/current-day.ts';
import { listTime } from '#client/ui/day-times.ts';
import { BellOffIcon } from '#client/ui/icons.tsx';
import { MessageStateMark } from './MessageStateMark.tsx';
import { usePeer } from './messages.queries.ts';
import type { ShownConversation } from './shown-conversations.ts';

export interface ConversationRowProps {
  readonly conversation: ShownConversation;
  readonly isCurrent: boolean;
  readonly isOnline: boolean;
}

export function ConversationRow(props: ConversationRowProps) {
  return props.conversation.name === null ? <UnlistedRow {...props} /> : <Row {...props} />;
}

/** Shows a conversation that the server does not list yet, with the name and the picture of the profile. */
function UnlistedRow({ conversation, ...rest }: ConversationRowProps) {
  const { data } = usePeer(conversation.peer);
  const named = { ...conversation, name: data?.profilename ?? '', pictureId: data?.profilePicIds[0] };
  return <Row conversation={named} {...rest} />;
}

function Row({ conversation, isCurrent, isOnline }: ConversationRowProps) {
  const { peer, name, pictureId, placeholder = '', preview, isOwn, state, timeMs, unread } = conversation;
  const isMuted = useMutes().has(peer);
  const classes = [
    'chat-row',
    isOwn && 'chat-row-own',
    unread > 0 && 'chat-row-unread',
    isMuted && 'chat-row-muted',
    isCurrent && 'chat-row-current',
  ];
  return (
    <PersonRow
      profileId={peer}
      name={name ?? ''}
      of={{ profilePicIds: pictureId === undefined ? [] : [pictureId], picPlaceholders: [placeholder] }}
      leadsTo="chat"
      isCurrent={isCurrent}
      isOnline={isOnline}
      className={classes.filter(Boolean).join(' ')}
      line={isOwn ? <OwnPreview text={preview} /> : preview}
      end={
        <span className="chat-row-end">
          <Time ms={timeMs} />
          <span className="chat-row-marks">
            {isMuted && (
              <>
                <BellOffIcon />
                <span className="visually-hidden">{t('muted')}</span>
              </>
            )}
            {isOwn && <MessageStateMark state={state} />}
            <Badge count={unread} text={tCount(unread, { one: '# unread', other: '# unread' })} />
          </span>
        </span>
      }
    />
  );
}

/** Stands for the message in the translated sentence, which is then split here. */
const messagePlaceholder = '\n';

/** An own message after "You:". The label is isolated, so an element with `dir="auto"` takes its direction from the message. */
export function OwnPreview({ text }: { readonly text: string }) {
  const [before = '', after = ''] = t('You: {text}', { text: messagePlaceholder }).split(messagePlaceholder);
  // The space is outside of the isolated label, so that it separates label and message whatever their directions are.
  const label = before.trimEnd();
  return (
    <>
      <bdi>{label}</bdi>
      {before.slice(label.length)}
      {text}
      {after !== '' && <bdi>{after}</bdi>}
    </>
  );
}

export const Time = ({ ms }: { readonly ms: number }) => (
  <time className="chat-row-time" dateTime={new Date(ms).toISOString()}>
    {listTime(ms, useCurrentDay())}
  </time>
);
