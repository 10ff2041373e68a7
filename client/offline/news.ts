// News between what works on the same waiting things: the parts of this page, other tabs, and the worker.

export interface News<N> {
  /** Answers once the listeners of this page have. */
  readonly tell: (news: N) => Promise<void>;
  /** Returns the way to stop. */
  readonly listen: (listener: (news: N) => unknown) => () => void;
}

/** `N` is anything that can be cloned. The channel is open only while somebody listens. */
export function createNews<N>(channelName: string): News<N> {
  const listeners = new Set<(news: N) => unknown>();
  let channel: BroadcastChannel | null = null;

  const tellHere = async (news: N): Promise<void> => {
    await Promise.all([...listeners].map((listener) => listener(news)));
  };
  return {
    async tell(news) {
      const sending = channel ?? new BroadcastChannel(channelName);
      sending.postMessage(news);
      if (sending !== channel) sending.close();
      await tellHere(news);
    },
    listen(listener) {
      if (channel === null) {
        channel = new BroadcastChannel(channelName);
        channel.addEventListener('message', ({ data }: MessageEvent<N>) => void tellHere(data));
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
