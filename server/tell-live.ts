// What open connections are told of members coming, going, hiding and speaking: nobody hears of whom he is apart from.
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import type { Blocks } from './features/likes/blocks.service.ts';
import type { Hub } from './live/hub.ts';
import type { World } from './world.ts';

export function tellLive(world: World, hub: Hub, blocks: Blocks): void {
  world.bus.on('briefShown', ({ sector, brief }) =>
    hub.tellSector(
      sector,
      { type: 'brief', brief },
      (viewerId) => viewerId !== brief.profileId && !blocks.isApart(viewerId, brief.profileId),
    ),
  );
  world.bus.on('briefGone', ({ sector, profileId }) =>
    hub.tellSector(
      sector,
      { type: 'left', profileId },
      (viewerId) => viewerId !== profileId && !blocks.isApart(viewerId, profileId),
    ),
  );
  world.bus.on('saidInSector', ({ sector, senderId, event }) =>
    hub.tellSector(sector, event, (viewerId) => viewerId !== senderId && !blocks.isApart(viewerId, senderId)),
  );
  // Whoever is blocked hears what he would hear had the other deleted his account, and the other way round.
  world.bus.on('profileDeleted', ({ profileId, isTest }) => {
    if (isTest) return;
    hub.tellAll({ type: 'gone', profileId }, (viewerId) => viewerId !== profileId && !blocks.isBlockedBy(viewerId, profileId));
  });
  world.bus.on('blockChanged', ({ blockerId, blockedId, isBlocked }) => {
    if (!isBlocked) return;
    for (const [viewerId, profileId] of [
      [blockerId, blockedId],
      [blockedId, blockerId],
    ] as const) {
      const shown = world.nearby.get(profileId);
      const isViewer = (id: string) => id === viewerId;
      if (shown) hub.tellSector(sectorKey(sectorOf(shown.lat, shown.lon)), { type: 'left', profileId }, isViewer);
      hub.tellAll({ type: 'gone', profileId }, isViewer);
    }
  });
  // To the others he has left; to himself nothing changes but what he may do.
  world.bus.on('suspensionChanged', ({ profileId, untilMs }) => {
    if (untilMs === null) return world.bus.publish({ type: 'profileChanged', profileId });
    const shown = world.nearby.get(profileId);
    const isOther = (viewerId: string) => viewerId !== profileId;
    if (shown) hub.tellSector(sectorKey(sectorOf(shown.lat, shown.lon)), { type: 'left', profileId }, isOther);
    return hub.tellAll({ type: 'gone', profileId }, isOther);
  });
}
