// One message of a conversation, on the side of whoever said it.
import { memo } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { Button } from '#client/ui/Button.tsx';
import { DotsIcon } from './message-icons.ts';
import { MessageContent } from './MessageContent.tsx';
import type { ShownMessage } from './shown-messages.ts';
import { clockWords } from './time-words.ts';

export interface MessageBubbleProps {
  readonly message: ShownMessage;
  readonly peer: string;
  /** The peer's, for those who can't see on which side it stands. */
  readonly name: string;
  /** The first of some that stand together. */
  readonly isStart: boolean;
  /** The address led here. */
  readonly isLinked: boolean;
  readonly onChoose: (message: ShownMessage) => void;
  readonly onPicture: (message: ShownMessage, pictureId: string) => void;
  readonly onRetry: (entryId: string) => void;
  readonly onDrop: (entryId: string) => void;
}

function Bubble({ message, peer, name, isStart, isLinked, onChoose, onPicture, onRetry, onDrop }: MessageBubbleProps) {
  const own = useOwnProfileId();
  const { key, id, isOwn } = message;
  const classes = ['message', isOwn ? 'message-own' : 'message-other', isStart && 'message-start', isLinked && 'message-linked'];
  return (
    <li className={classes.filter(Boolean).join(' ')} data-key={key} data-message={id ?? undefined}>
      <MessageContent
        message={message}
        senderId={isOwn ? own : peer}
        speaker={name}
        when={clockWords(message.timeMs)}
        onPicture={(pictureId) => onPicture(message, pictureId)}
        onRetry={onRetry}
        onDrop={onDrop}
      />
      <Button look="round" className="message-more" onClick={() => onChoose(message)} aria-label="More about this message">
        <DotsIcon />
      </Button>
    </li>
  );
}

export const MessageBubble = memo(Bubble, isSame);

/** Shown messages are made anew with each change of the conversation; most of them look as before. */
function isSame(before: MessageBubbleProps, after: MessageBubbleProps): boolean {
  const { message: old, ...oldRest } = before;
  const { message, ...rest } = after;
  const isSameMessage =
    old.key === message.key && old.id === message.id && old.state === message.state && old.reason === message.reason;
  return (
    isSameMessage &&
    old.timeMs === message.timeMs &&
    old.pictureIds.length === message.pictureIds.length &&
    oldRest.name === rest.name &&
    oldRest.isStart === rest.isStart &&
    oldRest.isLinked === rest.isLinked
  );
}
