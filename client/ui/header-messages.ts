// What the header says for a stated time: screens say it, the header shows one of them at a time.
import { createStore, useStore } from '#client/device/store.ts';

export interface HeaderMessage {
  readonly id: number;
  readonly text: string;
  readonly kind: 'notice' | 'error';
}

const messages = createStore<readonly HeaderMessage[]>([]);
let made = 0;

/** Shows `text` in the header for `ms`. The same text again starts its time anew. Returns the way to take it back. */
export function say(text: string, kind: HeaderMessage['kind'], ms: number): () => void {
  const message = { id: ++made, text, kind };
  const take = (): void => messages.set(messages.get().filter(({ id }) => id !== message.id));
  messages.set([...messages.get().filter((other) => other.text !== text), message]);
  setTimeout(take, ms);
  return take;
}

/**
 * The newest message, or null. An error is shown for the whole of its time: what a screen adds when the same call has failed it
 * must not push away that the server is in trouble.
 */
export function useHeaderMessage(): HeaderMessage | null {
  const said = useStore(messages);
  return said.find(({ kind }) => kind === 'error') ?? said.at(-1) ?? null;
}
