// Above the editor: which message the next one will answer.
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { ReplyIcon } from './message-icons.ts';
import type { ShownQuote } from './shown-messages.ts';

export interface ReplyBarProps {
  readonly quote: ShownQuote;
  /** Of the other side. */
  readonly name: string;
  readonly onCancel: () => void;
}

export function ReplyBar({ quote: { isOwn, words }, name, onCancel }: ReplyBarProps) {
  return (
    <div className="reply-bar">
      <ReplyIcon />
      <span className="reply-bar-words">
        <b>{isOwn === null ? 'Answer' : isOwn ? 'Answer to yourself' : `Answer to ${name}`}</b>
        <span className="quote-words" dir="auto">
          {words}
        </span>
      </span>
      <Button look="round" onClick={onCancel} aria-label="Don’t answer this message">
        <CloseIcon />
      </Button>
    </div>
  );
}
