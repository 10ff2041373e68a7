// Refetches the lists by distance after the member has moved.
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listCentre } from '#client/features/positions/own-location.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import { nearestKey } from './nearby-keys.ts';

/** Use it once, in the frame around all screens of members. */
export function useRefetchOnMove(): void {
  const queries = useQueryClient();
  useEffect(() => listCentre.subscribe(() => invalidate(queries, nearestKey)), [queries]);
}
