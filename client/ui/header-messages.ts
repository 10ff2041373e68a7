// Shows short messages in the header, one at a time and for a limited time.
import { createStore, useStore } from '#client/device/store.ts';

export interface HeaderMessage {
  readonly id: number;
  readonly text: string;
  readonly kind: 'notice' | 'error';
}

const messages = createStore<readonly HeaderMessage[]>([]);
let lastId = 0;

/** If the text is already shown, its time starts again. Returns a function that removes the message. */
export function say(text: string, kind: HeaderMessage['kind'], ms: number): () => void {
  const message = { id: ++lastId, text, kind };
  const remove = (): void => messages.set(messages.get().filter(({ id }) => id !== message.id));
  messages.set([...messages.get().filter((other) => other.text !== text), message]);
  setTimeout(remove, ms);
  return remove;
}

/**
 * The oldest error, so that a screen's message about a failed call does not replace the message about the server. Without an error,
 * the newest notice. Null if there is neither.
 */
export function useHeaderMessage(): HeaderMessage | null {
  const shown = useStore(messages);
  return shown.find(({ kind }) => kind === 'error') ?? shown.at(-1) ?? null;
}
