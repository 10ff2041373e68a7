// Shows a message of a conversation on its sender's side.
import { memo } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { MessageReactions } from './MessageReactions.tsx';
import { MessageContent } from './MessageContent.tsx';
import { MoreButton } from './MoreButton.tsx';
import { MessageWarning } from './MessageWarning.tsx';
import { QuotedMessage } from './QuotedMessage.tsx';
import type { ShownMessage } from './shown-messages.ts';
import { ViewOncePhoto } from './ViewOncePhoto.tsx';
import { WaitingPicture } from './WaitingPicture.tsx';
import { timeOfDay } from '#client/ui/time-text.ts';
import { useMessageGestures } from './use-message-gestures.ts';

export interface MessageBubbleProps {
  readonly message: ShownMessage;
  readonly peer: string;
  /** The other member's name, for screen readers. */
  readonly name: string;
  /** True for the first message of a group. */
  readonly isStart: boolean;
  readonly hasTime: boolean;
  /** True if the URL links to this message. */
  readonly isLinked: boolean;
  /** Receives the element beside which the menu opens. */
  readonly onSelect: (message: ShownMessage, anchor: Element) => void;
  /** Null if replies are not possible. */
  readonly onReply: ((message: ShownMessage) => void) | null;
  readonly onShowQuoted: (messageId: string) => void;
  readonly onRemoveReaction: (messageId: string) => void;
  readonly onPicture: (message: ShownMessage, pictureId: string) => void;
}

function Bubble(props: MessageBubbleProps) {
  const { message, peer, name, isStart, isLinked, onReply, onPicture } = props;
  const ownId = useOwnProfileId();
  const { key, id, isOwn, quote, viewOnce, uploadIds } = message;
  const canReply = onReply !== null && id !== null;
  const gestures = useMessageGestures({
    onReply: canReply ? () => onReply(message) : null,
    onMenu: (anchor) => props.onSelect(message, anchor),
  });
  const classes = ['message', isOwn ? 'message-own' : 'message-other', isStart && 'message-start', isLinked && 'message-linked'];
  return (
    <li className={classes.filter(Boolean).join(' ')} data-key={key} data-message={id ?? undefined} tabIndex={-1} {...gestures}>
      <MessageContent
        message={message}
        senderId={isOwn ? ownId : peer}
        senderName={name}
        time={props.hasTime ? timeOfDay(message.timeMs) : null}
        onPicture={(pictureId) => onPicture(message, pictureId)}
        waitingPictures={viewOnce === null ? uploadIds.map((upload) => <WaitingPicture key={upload} id={upload} />) : []}
        viewOncePhoto={viewOnce !== null && <ViewOncePhoto message={message} />}
        quote={quote !== null && <QuotedMessage quote={quote} name={name} onShow={props.onShowQuoted} />}
        reactions={id !== null && <MessageReactions message={message} name={name} onRemove={() => props.onRemoveReaction(id)} />}
        warning={id !== null && !isOwn && <MessageWarning messageId={id} text={message.text} />}
      />
      <MoreButton canReply={canReply} onOpen={(anchor) => props.onSelect(message, anchor)} />
    </li>
  );
}

export const MessageBubble = memo(Bubble, isUnchanged);

/** The fields that change how a message looks. */
const visibleFields = [
  'key',
  'id',
  'state',
  'reason',
  'viewOnce',
  'timeMs',
  'ownReaction',
  'otherReaction',
] as const satisfies (keyof ShownMessage)[];

/** Avoids renders. Every change of the conversation creates new message objects, but most of them look the same as before. */
function isUnchanged(before: MessageBubbleProps, after: MessageBubbleProps): boolean {
  return (
    visibleFields.every((field) => before.message[field] === after.message[field]) &&
    before.message.pictureIds.length === after.message.pictureIds.length &&
    isSameQuote(before.message.quote, after.message.quote) &&
    (before.onReply === null) === (after.onReply === null) &&
    before.name === after.name &&
    before.isStart === after.isStart &&
    before.hasTime === after.hasTime &&
    before.isLinked === after.isLinked
  );
}

const isSameQuote = (before: ShownMessage['quote'], after: ShownMessage['quote']): boolean =>
  before?.state === after?.state && before?.preview === after?.preview;
