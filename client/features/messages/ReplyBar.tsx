// The bar above the editor with the message being replied to.
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { ReplyIcon } from './message-icons.ts';
import type { ShownQuote } from './shown-messages.ts';

export interface ReplyBarProps {
  readonly quote: ShownQuote;
  /** The other member's. */
  readonly name: string;
  readonly onCancel: () => void;
}

export function ReplyBar({ quote: { isOwn, words }, name, onCancel }: ReplyBarProps) {
  return (
    <div className="reply-bar">
      <ReplyIcon />
      <span className="reply-bar-words">
        <b>{isOwn === null ? 'Reply' : isOwn ? 'Reply to yourself' : `Reply to ${name}`}</b>
        <span className="quote-words" dir="auto">
          {words}
        </span>
      </span>
      <Button look="round" onClick={onCancel} aria-label="Cancel reply">
        <CloseIcon />
      </Button>
    </div>
  );
}
