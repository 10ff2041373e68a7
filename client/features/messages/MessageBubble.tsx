// One message: its words and pictures, when it was said, how far it got, and what can be done about it.
import { memo } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { Button } from '#client/ui/Button.tsx';
import { DotsIcon } from './message-icons.ts';
import { MessageStateMark } from './MessageStateMark.tsx';
import { isOnlyEmoji, textParts } from './message-text.ts';
import { goneWords } from './shown-conversations.ts';
import { SentPicture } from './SentPicture.tsx';
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
  const { key, id, entryId, isOwn, text, pictureIds, timeMs, state, reason } = message;
  const classes = ['message', isOwn ? 'message-own' : 'message-other', isStart && 'message-start', isLinked && 'message-linked'];
  const own = useOwnProfileId();
  const isLarge = text !== '' && isOnlyEmoji(text);
  return (
    <li className={classes.filter(Boolean).join(' ')} data-key={key} data-message={id ?? undefined}>
      <div className={`bubble bubble-${state}${isLarge ? ' bubble-emoji' : ''}`}>
        <span className="seen-by-readers">{isOwn ? 'You:' : `${name}:`}</span>
        {pictureIds.length > 0 && (
          <div className={pictureIds.length === 1 ? 'bubble-pictures' : 'bubble-pictures bubble-pictures-many'}>
            {pictureIds.map((pictureId, index) => (
              <button
                key={pictureId}
                type="button"
                onClick={() => onPicture(message, pictureId)}
                aria-label={`Picture ${index + 1}`}
              >
                <SentPicture senderId={isOwn ? own : peer} id={pictureId} sizes={pictureIds.length === 1 ? '220px' : '110px'} />
              </button>
            ))}
          </div>
        )}
        {text !== '' && (
          <p className="bubble-text" dir="auto">
            <Words text={text} />
          </p>
        )}
        {text === '' && pictureIds.length === 0 && <p className="bubble-text soft">{goneWords}</p>}
        <span className="bubble-foot">
          <time dateTime={new Date(timeMs).toISOString()}>{clockWords(timeMs)}</time>
          <MessageStateMark state={state} />
        </span>
        {state === 'failed' && entryId !== null && (
          <div className="bubble-refused">
            {reason !== null && <p>{reason}</p>}
            <Button onClick={() => onRetry(entryId)}>Try again</Button>
            <Button look="danger" onClick={() => onDrop(entryId)}>
              Delete
            </Button>
          </div>
        )}
      </div>
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

function Words({ text }: { readonly text: string }) {
  return textParts(text).map(({ text: words, href }, index) =>
    href === undefined ? (
      words
    ) : (
      <a key={index} href={href} target="_blank" rel="noopener noreferrer">
        {words}
      </a>
    ),
  );
}
