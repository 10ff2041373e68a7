// What is said in one sector while a screen shows it: asked again and again, and seldom where the socket tells of it.
import { limits } from '#shared/rules/limits.ts';
import { broadcastsQuery } from '#client/offline/broadcast-queries.ts';

/** Asking beside the socket brings distances up to date, and whatever was said while it began to listen. */
const besideSocketMs = 60_000;

export const heardSector = (
  own: string,
  sector: string,
  { includeTestData, isTold }: { readonly includeTestData: boolean; readonly isTold: boolean },
) => ({
  ...broadcastsQuery(own, sector, includeTestData),
  refetchInterval: isTold ? besideSocketMs : limits.broadcastRefetchMs,
});
