// A broadcast channel between the tabs and the worker of this browser, whose messages the sender's own listeners hear too.

export interface TabChannel<M> {
  /** Resolves once the listeners of this tab have handled it. */
  readonly send: (message: M) => Promise<void>;
  /** Returns the way to stop. */
  readonly listen: (listener: (message: M) => unknown) => () => void;
}

/** `M` is anything that can be cloned. The channel is open only while somebody listens. */
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
