// The broadcasts cached on this device: those of the member's own sector and of the sectors around it.
import type { Broadcast, Message } from '#shared/contract/messages.ts';
import { limits } from '#shared/rules/limits.ts';
import { ringOfSectors } from '#shared/rules/sectors.ts';
import { cachedProfile, forgetList, cacheList, cachedList, type CachedValue } from '#client/offline/cached-values.ts';
import { changeLists } from '#client/offline/stored-lists.ts';

export interface OwnSector {
  readonly sector: string | null;
}

/** About 50 kB. */
const maxPerSector = 60;

const ownSectorName = 'broadcast-sector';
const listName = (sector: string): string => `broadcasts:${sector}`;
const areaAround = (sector: string | null): readonly string[] =>
  sector === null ? [] : [sector, ...ringOfSectors(sector, limits.broadcastsRadius)];

export const storedOwnSector = (own: string): Promise<CachedValue<OwnSector> | null> => cachedList(own, ownSectorName);

/** If the sector changes, broadcasts of sectors that are no longer around it are removed. */
export async function storeOwnSector(own: string, next: OwnSector): Promise<void> {
  const before = await areaOf(own);
  await cacheList(own, ownSectorName, next);
  const area = areaAround(next.sector);
  for (const sector of before) if (!area.includes(sector)) await forgetList(own, listName(sector));
}

export const cachedBroadcasts = (own: string, sector: string): Promise<CachedValue<Broadcast[]> | null> =>
  cachedList(own, listName(sector));

/** `items` are newest first. Does nothing if the sector is neither the own one nor next to it. */
export async function cacheBroadcasts(own: string, sector: string, items: readonly Broadcast[]): Promise<void> {
  if (!(await areaOf(own)).includes(sector)) return;
  await inTurn(sector, () => cacheList(own, listName(sector), items.slice(0, maxPerSector)));
}

/** Adds an own broadcast to the cached list of its sector, if there is one. The time of the list stays the same. */
export async function cacheOwnBroadcast(own: string, { sector, ...message }: Message): Promise<void> {
  const sender = (await cachedProfile(own, own))?.value;
  if (sector === undefined || sender === undefined || message.senderProfileId !== own) return;
  const { profilename: profileName, age: profileAge, profilePicIds, picPlaceholders } = sender;
  const profile = { profileId: own, session: null, profileName, profileAge, profilePicIds, picPlaceholders };
  await inTurn(sector, () =>
    changeLists<readonly Broadcast[]>(own, listName(sector), (items, name) =>
      name !== listName(sector) || items.some(({ id }) => id === message.id)
        ? items
        : [{ ...message, sector, profile }, ...items].slice(0, maxPerSector),
    ),
  );
}

/** Removes the cached broadcasts for which `isGone` returns true. The member may no longer see them. */
export async function forgetBroadcasts(own: string, isGone: (broadcast: Broadcast) => boolean): Promise<void> {
  for (const sector of await areaOf(own))
    await inTurn(sector, async () => {
      const cached = (await cachedBroadcasts(own, sector))?.value ?? [];
      if (cached.some(isGone))
        await cacheList(
          own,
          listName(sector),
          cached.filter((one) => !isGone(one)),
        );
    });
}

const areaOf = async (own: string): Promise<readonly string[]> => areaAround((await storedOwnSector(own))?.value.sector ?? null);

/** Runs one change at a time in all tabs, so that none restores what another one removes. */
const inTurn = (sector: string, change: () => Promise<void>): Promise<void> => navigator.locks.request(listName(sector), change);
