// A round of a game from the server, unchanged until the player asks for the next one, whatever else refetches.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reachability } from '#client/net/reachability.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { useStore } from '#client/device/store.ts';

export interface GameRound<T> {
  /** Null before the first one is there. */
  readonly data: T | null;
  /** 1 for the first round; 0 before it. */
  readonly roundNumber: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly next: () => void;
}

/** Requests a round when the screen opens, and again when the connection is back after a failure. */
export function useRound<T>(ask: () => Promise<T>): GameRound<T> {
  const [{ data, roundNumber }, keep] = useState<{ readonly data: T | null; readonly roundNumber: number }>({
    data: null,
    roundNumber: 0,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: ask,
    onSuccess: (next) => keep((before) => ({ data: next, roundNumber: before.roundNumber + 1 })),
  });
  const { isLost } = useStore(reachability);
  const isBack = error instanceof ConnectionLost && !isLost;
  useEffect(() => mutate(), [mutate]);
  useEffect(() => {
    if (isBack) mutate();
  }, [isBack, mutate]);
  return { data, roundNumber, isLoading: isPending, error, next: () => mutate() };
}
