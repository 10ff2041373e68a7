// Sends changes of members and sectors to open sockets. Viewers from whom the member is hidden do not get them.
import { sectorKey, sectorOf } from '#shared/rules/sectors.ts';
import type { Visibility } from './features/visibility/visibility.service.ts';
import type { Hub } from './live/hub.ts';
import type { World } from './world.ts';

export function broadcastLive(world: World, hub: Hub, visibility: Visibility): void {
  /** Suspended members are only told that others are gone. */
  const receivesNews = (viewerId: string) => visibility.suspendedUntil(viewerId) === null;

  world.bus.on('briefShown', ({ sector, brief }) =>
    hub.sendToSector(
      sector,
      { type: 'brief', brief },
      (viewerId) => viewerId !== brief.profileId && receivesNews(viewerId) && !visibility.isHidden(viewerId, brief.profileId),
    ),
  );
  world.bus.on('briefGone', ({ sector, profileId }) =>
    hub.sendToSector(
      sector,
      { type: 'left', profileId },
      (viewerId) => viewerId !== profileId && !visibility.isHidden(viewerId, profileId),
    ),
  );
  world.bus.on('deliverToSector', ({ sector, senderId, event }) =>
    hub.sendToSector(
      sector,
      event,
      (viewerId) =>
        viewerId !== senderId &&
        (event.type === 'broadcastGone' || receivesNews(viewerId)) &&
        !visibility.isHidden(viewerId, senderId),
    ),
  );
  // Blocked members get the same event for a block and for a deletion.
  world.bus.on('profileDeleted', ({ profileId, isTest }) => {
    if (isTest) return;
    hub.sendToAll(
      { type: 'gone', profileId },
      (viewerId) => viewerId !== profileId && !visibility.isBlockedBy(viewerId, profileId),
    );
  });
  // An event about a member who looked deleted to the viewer already would disclose that they exist, and in which sector.
  world.bus.on('blockChanged', ({ blockerId, blockedId, isBlocked }) => {
    const isMutual = visibility.blocks.isBlockedBy(blockerId, blockedId);
    const isSuspended = (profileId: string) => visibility.suspendedUntil(profileId) !== null;
    for (const { viewerId, profileId, notices } of [
      { viewerId: blockerId, profileId: blockedId, notices: !isMutual && !isSuspended(blockedId) },
      { viewerId: blockedId, profileId: blockerId, notices: !isSuspended(blockerId) },
    ]) {
      if (!notices) continue;
      const isViewer = (id: string) => id === viewerId;
      // No event tells open pages that a member can be seen again, but a page that just opens reloads.
      if (!isBlocked) {
        hub.recent.add('gone', isViewer);
        continue;
      }
      const shown = isMutual ? undefined : world.nearby.get(profileId);
      if (shown) hub.sendToSector(sectorKey(sectorOf(shown.lat, shown.lon)), { type: 'left', profileId }, isViewer);
      hub.sendToAll({ type: 'gone', profileId }, isViewer);
    }
  });
  // The member's own position is the centre of their lists.
  world.bus.on('positionChanged', ({ profileId }) => hub.recent.add('brief', (id) => id === profileId));
  // A suspended member is gone for all others, but not for themselves. For those whom they block, they were gone before.
  world.bus.on('suspensionChanged', ({ profileId, untilMs, wasSuspended }) => {
    const { blocks } = visibility;
    const mayKnow = (viewerId: string) => viewerId !== profileId && !blocks.isBlockedBy(viewerId, profileId);
    if (untilMs === null) {
      hub.recent.add('gone', mayKnow);
      return world.bus.publish({ type: 'profileChanged', profileId, wasShown: false });
    }
    // A deleted account, as which the member appears, is gone only once.
    if (wasSuspended) return undefined;
    const shown = world.nearby.get(profileId);
    const couldSeeThem = (viewerId: string) => viewerId !== profileId && !blocks.existsBetween(viewerId, profileId);
    if (shown) hub.sendToSector(sectorKey(sectorOf(shown.lat, shown.lon)), { type: 'left', profileId }, couldSeeThem);
    return hub.sendToAll({ type: 'gone', profileId }, mayKnow);
  });
}
