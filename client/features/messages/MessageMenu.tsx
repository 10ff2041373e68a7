// The actions on a message.
import { lazy, Suspense, useState } from 'react';
import { reactions, type Reaction } from '#shared/rules/reactions.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { CloseIcon, PagesIcon, TrashIcon, WarningIcon } from '#client/ui/icons.tsx';
import { ReplyIcon } from './message-icons.ts';
import type { ShownMessage } from './shown-messages.ts';

const ReportForm = lazy(() =>
  import('#client/features/reports/ReportForm.tsx').then(({ ReportForm }) => ({ default: ReportForm })),
);

export interface MessageMenuProps {
  readonly message: ShownMessage;
  /** The other member's name; null for a broadcast. */
  readonly name: string | null;
  readonly onClose: () => void;
  readonly onRemove: (id: string, forBoth: boolean) => void;
  /** Absent if replies are not possible. */
  readonly onReply?: (message: ShownMessage) => void;
  readonly onReact?: (id: string, emoji: Reaction | null) => void;
}

export function MessageMenu({ message, name, onClose, onRemove, onReply, onReact }: MessageMenuProps) {
  const { id, entryId, text, isOwn, ownReaction } = message;
  const closeAnd = (action: () => unknown) => () => {
    onClose();
    action();
  };
  const [isReporting, setReporting] = useState(false);
  if (isReporting && id !== null)
    return (
      <Dialog isOpen onClose={onClose} title="Report message">
        <Suspense>
          <ReportForm kind={name === null ? 'broadcast' : 'message'} itemId={id} onClose={onClose} />
        </Suspense>
      </Dialog>
    );
  return (
    <Dialog isOpen onClose={onClose} title="Message">
      <div className="stack">
        {id !== null && onReact !== undefined && (
          <div className="reaction-choices" role="group" aria-label="React with an emoji">
            {reactions.map((emoji) => (
              <button
                key={emoji}
                type="button"
                aria-pressed={emoji === ownReaction}
                onClick={closeAnd(() => onReact(id, emoji === ownReaction ? null : emoji))}
              >
                {emoji}
              </button>
            ))}
          </div>
        )}
        {id !== null && onReply !== undefined && (
          <Button isWide onClick={closeAnd(() => onReply(message))}>
            <ReplyIcon />
            Reply
          </Button>
        )}
        {text !== '' && (
          <Button isWide onClick={closeAnd(() => navigator.clipboard.writeText(text))}>
            <PagesIcon />
            Copy text
          </Button>
        )}
        {entryId !== null && (
          <Button isWide look="danger" onClick={closeAnd(() => outbox.drop(entryId))}>
            <CloseIcon />
            Don’t send
          </Button>
        )}
        {id !== null && (
          <Button isWide look="danger" onClick={closeAnd(() => onRemove(id, false))}>
            <TrashIcon />
            Delete for me
          </Button>
        )}
        {id !== null && !isOwn && (
          <Button isWide look="danger" onClick={() => setReporting(true)}>
            <WarningIcon />
            Report
          </Button>
        )}
        {id !== null && isOwn && (
          <>
            <Button isWide look="danger" onClick={closeAnd(() => onRemove(id, true))}>
              <TrashIcon />
              {name === null ? 'Unsend for everyone' : 'Unsend for both'}
            </Button>
            <p className="soft small">It disappears for {name ?? 'everyone else'} too.</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
