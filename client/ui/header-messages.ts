// Short messages that screens show in the header for a stated time, one at a time.
import { createStore, useStore } from '#client/device/store.ts';

export interface HeaderMessage {
  readonly id: number;
  readonly text: string;
  readonly kind: 'notice' | 'error';
}

const messages = createStore<readonly HeaderMessage[]>([]);
let made = 0;

/** Shows `text` in the header for `ms`. The same text again restarts its time. Returns a function that removes it. */
export function say(text: string, kind: HeaderMessage['kind'], ms: number): () => void {
  const message = { id: ++made, text, kind };
  const take = (): void => messages.set(messages.get().filter(({ id }) => id !== message.id));
  messages.set([...messages.get().filter((other) => other.text !== text), message]);
  setTimeout(take, ms);
  return take;
}

/**
 * The newest message, or null. An error stays for its whole time: a message that a screen adds about the same failed call must
 * not replace the one about the server.
 */
export function useHeaderMessage(): HeaderMessage | null {
  const said = useStore(messages);
  return said.find(({ kind }) => kind === 'error') ?? said.at(-1) ?? null;
}
