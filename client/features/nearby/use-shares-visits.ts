// Returns whether the member shows when they are online. Members who do not show it do not see it of others either.
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '#client/features/session/session.queries.ts';

/** In English. */
export const noVisitsText =
  'You don’t show when you are online, so you can’t see who is. You can change that in Settings, under Privacy.';

/** Also true while the choice is unknown. */
export function useSharesVisits(): boolean {
  const { data } = useQuery({ ...settingsQuery, select: ({ showOnline }) => showOnline });
  return data !== false;
}
