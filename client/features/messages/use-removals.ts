// Messages that the member removes: hidden at once, removed when he has let the time to take it back go by.
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
  /** What can be taken back now. */
  readonly words: string | null;
  readonly undo: () => void;
}

/** `takenBack` is what is said of a message that its sender takes back from others. */
export function useRemovals(takenBack: string): Removals {
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
    words: item === null ? null : item.forBoth ? takenBack : 'Deleted for you.',
    undo: () => {
      if (item !== null) show(item.id);
      undo();
    },
  };
}
