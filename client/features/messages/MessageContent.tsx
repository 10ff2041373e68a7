// The content of a message: text, pictures, time and state, with actions where it was refused.
import type { ReactNode } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { MessageStateMark } from './MessageStateMark.tsx';
import { isOnlyEmoji, textParts } from './message-text.ts';
import { SentPicture } from './SentPicture.tsx';
import { goneWords } from './first-words.ts';
import type { ShownMessage } from './shown-messages.ts';

export interface MessageContentProps {
  readonly message: ShownMessage;
  /** The profile with the placeholders of the pictures; without it they have none. */
  readonly senderId?: string;
  /** The sender, for screen readers. */
  readonly speaker: string;
  readonly when: string;
  readonly onPicture: (pictureId: string) => void;
  readonly onRetry: (entryId: string) => void;
  readonly onDrop: (entryId: string) => void;
  /** The message that it replies to. */
  readonly quoted?: ReactNode;
  /** Its reactions. */
  readonly given?: ReactNode;
  /** A warning to its reader. */
  readonly warned?: ReactNode;
}

export function MessageContent(props: MessageContentProps) {
  const { message, senderId = '', speaker, when, onPicture, onRetry, onDrop, quoted, given, warned } = props;
  const { entryId, isOwn, text, pictureIds, timeMs, state, reason } = message;
  const isLarge = text !== '' && isOnlyEmoji(text);
  return (
    <div className={`bubble bubble-${state}${isLarge ? ' bubble-emoji' : ''}`}>
      <span className="visually-hidden">{isOwn ? 'You:' : `${speaker}:`}</span>
      {quoted}
      {pictureIds.length > 0 && (
        <div className={pictureIds.length === 1 ? 'bubble-pictures' : 'bubble-pictures bubble-pictures-many'}>
          {pictureIds.map((pictureId, index) => (
            <button key={pictureId} type="button" onClick={() => onPicture(pictureId)} aria-label={`Picture ${index + 1}`}>
              <SentPicture senderId={senderId} id={pictureId} sizes={pictureIds.length === 1 ? '220px' : '110px'} />
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
        <time dateTime={new Date(timeMs).toISOString()}>{when}</time>
        <MessageStateMark state={state} />
      </span>
      {given}
      {warned}
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
