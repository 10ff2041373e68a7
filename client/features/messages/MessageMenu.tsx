// What can be done about one message.
import { outbox } from '#client/offline/outbox.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { CloseIcon, PagesIcon, TrashIcon } from '#client/ui/icons.tsx';
import type { ShownMessage } from './shown-messages.ts';

export interface MessageMenuProps {
  readonly message: ShownMessage;
  /** Of the other side; null is the area. */
  readonly name: string | null;
  readonly onClose: () => void;
  readonly onRemove: (id: string, forBoth: boolean) => void;
}

export function MessageMenu({ message, name, onClose, onRemove }: MessageMenuProps) {
  const { id, entryId, text, isOwn } = message;
  const closing = (act: () => unknown) => () => {
    onClose();
    act();
  };
  return (
    <Dialog isOpen onClose={onClose} title="Message">
      <div className="stack">
        {text !== '' && (
          <Button isWide onClick={closing(() => navigator.clipboard.writeText(text))}>
            <PagesIcon />
            Copy text
          </Button>
        )}
        {entryId !== null && (
          <Button isWide look="danger" onClick={closing(() => outbox.drop(entryId))}>
            <CloseIcon />
            Don’t send
          </Button>
        )}
        {id !== null && (
          <Button isWide look="danger" onClick={closing(() => onRemove(id, false))}>
            <TrashIcon />
            Delete for me
          </Button>
        )}
        {id !== null && isOwn && (
          <>
            <Button isWide look="danger" onClick={closing(() => onRemove(id, true))}>
              <TrashIcon />
              {name === null ? 'Take back for everybody' : 'Take back for both'}
            </Button>
            <p className="soft small">Taken back, it disappears for {name ?? 'everybody else'} too.</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
