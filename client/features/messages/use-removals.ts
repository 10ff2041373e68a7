// Removes messages with undo. They are hidden immediately, and removed when undo is no longer offered.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { useStore } from '#client/device/store.ts';
import { reachability } from '#client/net/reachability.ts';
import { useUndo } from '#client/ui/use-undo.ts';
import { useRemoveMessage } from './messages.queries.ts';

interface Removal {
  readonly id: string;
  readonly forBoth: boolean;
}

export interface Removals {
  readonly hiddenIds: ReadonlySet<string>;
  readonly remove: (id: string, forBoth: boolean) => void;
  /** Null if there is no removal to undo. */
  readonly undoText: string | null;
  readonly undo: () => void;
}

/** `unsentText` is the text beside Undo after a message was unsent. Without a connection, others still see the message. */
export function useRemovals(unsentText: string): Removals {
  const removeMessage = useRemoveMessage();
  const { isLost } = useStore(reachability);
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set());
  const show = (shownId: string): void => setHiddenIds((ids) => new Set([...ids].filter((id) => id !== shownId)));
  const { item, delay, undo } = useUndo<Removal>(({ id, forBoth }) => removeMessage(id, forBoth).catch(() => show(id)));
  const unsent = isLost ? t('Unsending is waiting for a connection.') : unsentText;
  return {
    hiddenIds,
    remove: (id, forBoth) => {
      setHiddenIds((ids) => new Set([...ids, id]));
      delay({ id, forBoth });
    },
    undoText: item === null ? null : item.forBoth ? unsent : t('Deleted for you.'),
    undo: () => {
      if (item !== null) show(item.id);
      undo();
    },
  };
}
