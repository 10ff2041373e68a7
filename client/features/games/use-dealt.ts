// What a game deals: it stays as it was dealt until the player asks for more, whatever else of the screen is asked anew meanwhile.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { contact } from '#client/net/contact.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { useStore } from '#client/device/store.ts';

export interface Dealt<T> {
  /** Null before the first one is there. */
  readonly dealt: T | null;
  /** How many times was dealt. */
  readonly times: number;
  readonly isDealing: boolean;
  readonly error: Error | null;
  readonly deal: () => void;
}

/** Deals as the screen opens, and again when a connection that was lacking is back. */
export function useDealt<T>(ask: () => Promise<T>): Dealt<T> {
  const [{ dealt, times }, keep] = useState<{ readonly dealt: T | null; readonly times: number }>({ dealt: null, times: 0 });
  const { mutate, isPending, error } = useMutation({
    mutationFn: ask,
    onSuccess: (next) => keep((before) => ({ dealt: next, times: before.times + 1 })),
  });
  const { isLost } = useStore(contact);
  const isBack = error instanceof ConnectionLost && !isLost;
  useEffect(() => mutate(), [mutate]);
  useEffect(() => {
    if (isBack) mutate();
  }, [isBack, mutate]);
  return { dealt, times, isDealing: isPending, error, deal: () => mutate() };
}
