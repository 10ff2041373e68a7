// The bar above the editor that shows the message to which the member replies.
import { t } from '#client/device/texts.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { ReplyIcon } from './message-icons.ts';
import type { ShownQuote } from './shown-messages.ts';

export interface ReplyBarProps {
  readonly quote: ShownQuote;
  /** The other member's name. */
  readonly name: string;
  readonly onCancel: () => void;
}

export function ReplyBar({ quote: { isOwn, preview }, name, onCancel }: ReplyBarProps) {
  return (
    <div className="reply-bar">
      <ReplyIcon />
      <span className="reply-bar-text">
        <b>{isOwn === null ? t('noun|Reply') : isOwn ? t('Reply to yourself') : t('Reply to {name}', { name })}</b>
        <span className="quote-preview" dir="auto">
          {preview}
        </span>
      </span>
      <Button look="round" onClick={onCancel} aria-label={t('Cancel reply')}>
        <CloseIcon />
      </Button>
    </div>
  );
}
