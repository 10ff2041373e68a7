// Above the editor: which message the next one will answer.
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { firstWords } from './first-words.ts';
import { ReplyIcon } from './message-icons.ts';
import type { ShownMessage } from './shown-messages.ts';

export interface ReplyBarProps {
  readonly message: ShownMessage;
  /** Of the other side. */
  readonly name: string;
  readonly onCancel: () => void;
}

export function ReplyBar({ message: { isOwn, text, pictureIds }, name, onCancel }: ReplyBarProps) {
  return (
    <div className="reply-bar">
      <ReplyIcon />
      <span className="reply-bar-words">
        <b>{isOwn ? 'Answer to yourself' : `Answer to ${name}`}</b>
        <span className="quote-words" dir="auto">
          {firstWords({ bodyText: text, profilePicIds: [...pictureIds] })}
        </span>
      </span>
      <Button look="round" onClick={onCancel} aria-label="Don’t answer this message">
        <CloseIcon />
      </Button>
    </div>
  );
}
