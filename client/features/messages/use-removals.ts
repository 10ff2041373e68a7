// Messages that the member removes: hidden at once, removed after the time for undo.
import { useState } from 'react';
import { useUndo } from '#client/ui/use-undo.ts';
import { useRemoveMessage } from './messages.queries.ts';

interface Removal {
  readonly id: string;
  readonly forBoth: boolean;
}

export interface Removals {
  readonly hiddenIds: ReadonlySet<string>;
  readonly remove: (id: string, forBoth: boolean) => void;
  /** The text of the undo bar. */
  readonly words: string | null;
  readonly undo: () => void;
}

/** `unsentText` is the undo text for an unsent message. */
export function useRemovals(unsentText: string): Removals {
  const removeMessage = useRemoveMessage();
  const [hiddenIds, setHiddenIds] = useState<ReadonlySet<string>>(new Set());
  const show = (shownId: string): void => setHiddenIds((ids) => new Set([...ids].filter((id) => id !== shownId)));
  const { item, hold, undo } = useUndo<Removal>(({ id, forBoth }) => removeMessage(id, forBoth).catch(() => show(id)));
  return {
    hiddenIds,
    remove: (id, forBoth) => {
      setHiddenIds((ids) => new Set([...ids, id]));
      hold({ id, forBoth });
    },
    words: item === null ? null : item.forBoth ? unsentText : 'Deleted for you.',
    undo: () => {
      if (item !== null) show(item.id);
      undo();
    },
  };
}
