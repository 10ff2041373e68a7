// A broadcast channel between tabs and the worker. It also calls the sender's own listeners.

export interface TabChannel<M> {
  /** Resolves when this tab's listeners have handled the message. */
  readonly send: (message: M) => Promise<void>;
  /** Returns a function that unsubscribes. */
  readonly listen: (listener: (message: M) => unknown) => () => void;
}

/** `M` must be cloneable. The channel is open only while it has listeners. */
export function createTabChannel<M>(name: string): TabChannel<M> {
  const listeners = new Set<(message: M) => unknown>();
  let channel: BroadcastChannel | null = null;

  const notifyListeners = async (message: M): Promise<void> => {
    await Promise.all([...listeners].map((listener) => listener(message)));
  };
  return {
    async send(message) {
      const sending = channel ?? new BroadcastChannel(name);
      sending.postMessage(message);
      if (sending !== channel) sending.close();
      await notifyListeners(message);
    },
    listen(listener) {
      if (channel === null) {
        channel = new BroadcastChannel(name);
        channel.addEventListener('message', ({ data }: MessageEvent<M>) => void notifyListeners(data));
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        channel?.close();
        channel = null;
      };
    },
  };
}
