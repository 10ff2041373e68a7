// Fetches the rounds of a game one at a time. Each round stays until the player continues.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { reachability } from '#client/net/reachability.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { useStore } from '#client/device/store.ts';

export interface GameRound<T> {
  /** Null until the first round is loaded. */
  readonly data: T | null;
  /** 1 for the first round; 0 until it is loaded. */
  readonly roundNumber: number;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly next: () => void;
}

/** Fetches a round when the screen opens, and again once the connection is back after a failure. */
export function useRound<T>(fetchRound: () => Promise<T>): GameRound<T> {
  const [{ data, roundNumber }, setRound] = useState<{ readonly data: T | null; readonly roundNumber: number }>({
    data: null,
    roundNumber: 0,
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: fetchRound,
    onSuccess: (next) => setRound((previous) => ({ data: next, roundNumber: previous.roundNumber + 1 })),
  });
  const { isLost } = useStore(reachability);
  const isReconnected = error instanceof ConnectionLost && !isLost;
  useEffect(() => mutate(), [mutate]);
  useEffect(() => {
    if (isReconnected) mutate();
  }, [isReconnected, mutate]);
  return { data, roundNumber, isLoading: isPending, error, next: () => mutate() };
}
