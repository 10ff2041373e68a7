// Shows a message's text, pictures, time and delivery state. If the server refused the message, it shows actions too.
import { t } from '#client/device/texts.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import type { ReactNode } from 'react';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { Button } from '#client/ui/Button.tsx';
import { MessageStateMark } from './MessageStateMark.tsx';
import { isOnlyEmoji, textParts } from './message-text.ts';
import { MessagePicture } from './MessagePicture.tsx';
import { revokedPictureText } from './message-preview.ts';
import type { ShownMessage } from './shown-messages.ts';

export interface MessageContentProps {
  readonly message: ShownMessage;
  /** The sender, whose profile has the placeholders of the pictures. Absent for broadcasts, whose pictures have none. */
  readonly senderId?: string;
  /** The sender's name, for screen readers. It is null if it stands beside the message. */
  readonly senderName: string | null;
  /** Null if time and delivery state are not shown. */
  readonly time: string | null;
  readonly onPicture: (pictureId: string) => void;
  /** The pictures that wait on this device to be uploaded. */
  readonly waitingPictures?: readonly ReactNode[];
  readonly viewOncePhoto?: ReactNode;
  readonly quote?: ReactNode;
  readonly reactions?: ReactNode;
  readonly warning?: ReactNode;
}

export function MessageContent(props: MessageContentProps) {
  const { message, senderId = '', senderName, time, onPicture, waitingPictures = [], quote, reactions, warning } = props;
  const { entryId, isOwn, text, pictureIds, viewOnce, timeMs, state, reason } = message;
  const pictures = pictureIds.length + waitingPictures.length;
  const isLarge = text !== '' && isOnlyEmoji(text);
  const isBare = isLarge && !quote && pictures === 0 && state !== 'failed';
  const classes = [
    'bubble',
    `bubble-${state}`,
    isLarge && 'bubble-emoji',
    isBare && 'bubble-bare',
    pictures > 0 && 'bubble-with-pictures',
  ];
  return (
    <div className={classes.filter(Boolean).join(' ')}>
      {senderName !== null && <span className="visually-hidden">{isOwn ? t('You:') : t('{name}:', { name: senderName })}</span>}
      {quote}
      {pictures > 0 && (
        <div className={pictures === 1 ? 'bubble-pictures' : 'bubble-pictures bubble-pictures-many'}>
          {pictureIds.map((pictureId, index) => (
            <button
              key={pictureId}
              type="button"
              className="picture-button"
              onClick={() => onPicture(pictureId)}
              aria-label={t('Picture {number}', { number: numberText(index + 1, locale()) })}
            >
              <MessagePicture senderId={senderId} id={pictureId} sizes={pictures === 1 ? '220px' : '110px'} />
            </button>
          ))}
          {waitingPictures}
        </div>
      )}
      {props.viewOncePhoto}
      <div className="bubble-words" dir="auto">
        {text !== '' && (
          <p className="bubble-text">
            <LinkedText text={text} />
          </p>
        )}
        {text === '' && pictures === 0 && viewOnce === null && <p className="bubble-text soft">{t(revokedPictureText)}</p>}
        {time !== null && (
          <span className="bubble-footer">
            <time dateTime={new Date(timeMs).toISOString()}>{time}</time>
            <MessageStateMark state={state} />
          </span>
        )}
      </div>
      {reactions}
      {warning}
      {state === 'failed' && entryId !== null && (
        <div className="bubble-refused" role="alert">
          {reason !== null && <p>{reason}</p>}
          <Button onClick={() => void outbox.retry(entryId)}>{t('Try again')}</Button>
          <Button look="danger" onClick={() => void outbox.drop(entryId)}>
            {t('Delete')}
          </Button>
        </div>
      )}
    </div>
  );
}

function LinkedText({ text }: { readonly text: string }) {
  return textParts(text).map(({ text: part, href }, index) =>
    href === undefined ? (
      part
    ) : (
      <a key={index} href={href} target="_blank" rel="noopener noreferrer">
        {part}
      </a>
    ),
  );
}
