// Puts members on the map for as long as a screen shows them.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapRoom } from './map.ts';
import { type MapMember, type MembersLayer, type MembersLayerOptions, createMembersLayer } from './members-layer.ts';

export function useMembersLayer(map: MapRoom, members: MapMember[], options: MembersLayerOptions): void {
  const layer = useRef<MembersLayer>(null);
  const pictureUrl = useEffectEvent(options.pictureUrl);
  const onOpen = useEffectEvent(options.onOpen);

  useEffect(() => {
    const created = createMembersLayer(map, {
      pictureUrl: (pictureId, px) => pictureUrl(pictureId, px),
      onOpen: (profileId) => onOpen(profileId),
    });
    layer.current = created;
    return () => created.dispose();
  }, [map]);

  useEffect(() => layer.current?.setMembers(members), [map, members]);
}
