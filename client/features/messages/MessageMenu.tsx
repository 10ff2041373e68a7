// The menu of a message: react, reply, copy, delete, unsend, report.
import { useState } from 'react';
import { reactions, type Reaction } from '#shared/rules/reactions.ts';
import { LazyReportForm } from '#client/features/reports/LazyReportForm.tsx';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { CloseIcon, PagesIcon, TrashIcon, WarningIcon } from '#client/ui/icons.tsx';
import { ReplyIcon } from './message-icons.ts';
import type { ShownMessage } from './shown-messages.ts';

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
  const { id, entryId, text } = message;
  const closeAnd = (action: () => unknown) => (): void => {
    onClose();
    action();
  };
  const [isReporting, setReporting] = useState(false);
  if (isReporting && id !== null)
    // Like below, the root is a Dialog: the open one is kept, with its history entry.
    return (
      <Dialog isOpen onClose={onClose} title="Report message">
        <LazyReportForm kind={name === null ? 'broadcast' : 'message'} itemId={id} onClose={onClose} />
      </Dialog>
    );
  return (
    <Dialog isOpen onClose={onClose} title="Message">
      <div className="stack">
        {id !== null && onReact !== undefined && (
          <ReactionChoices chosen={message.ownReaction} onChoose={(emoji) => closeAnd(() => onReact(id, emoji))()} />
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
        {id !== null && !message.isOwn && (
          <Button isWide look="danger" onClick={() => setReporting(true)}>
            <WarningIcon />
            Report
          </Button>
        )}
        {id !== null && message.isOwn && <UnsendButton name={name} onUnsend={closeAnd(() => onRemove(id, true))} />}
      </div>
    </Dialog>
  );
}

interface ReactionChoicesProps {
  readonly chosen: string | null;
  /** Receives null if the member chooses their present reaction again. */
  readonly onChoose: (emoji: Reaction | null) => void;
}

const ReactionChoices = ({ chosen, onChoose }: ReactionChoicesProps) => (
  <div className="reaction-choices" role="group" aria-label="React with an emoji">
    {reactions.map((emoji) => (
      <button key={emoji} type="button" aria-pressed={emoji === chosen} onClick={() => onChoose(emoji === chosen ? null : emoji)}>
        {emoji}
      </button>
    ))}
  </div>
);

const UnsendButton = ({ name, onUnsend }: { readonly name: string | null; readonly onUnsend: () => void }) => (
  <>
    <Button isWide look="danger" onClick={onUnsend}>
      <TrashIcon />
      {name === null ? 'Unsend for everyone' : 'Unsend for both'}
    </Button>
    <p className="soft small">It disappears for {name ?? 'everyone else'} too.</p>
  </>
);
