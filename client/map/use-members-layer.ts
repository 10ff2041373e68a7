// A hook that shows members on the map while a screen is mounted.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { MapPoint } from './map-geometry.ts';
import type { MapHandle } from './map.ts';
import { type MembersLayer, type MembersLayerOptions, createMembersLayer } from './members-layer.ts';
import type { MapMember } from './pile-style.ts';

export function useMembersLayer(map: MapHandle, members: MapMember[], own: MapPoint | null, options: MembersLayerOptions): void {
  const layer = useRef<MembersLayer>(null);
  const { locale } = options;
  const pictureSource = useEffectEvent(options.pictureSource);
  const onOpen = useEffectEvent(options.onOpen);

  useEffect(() => {
    const created = createMembersLayer(map, {
      pictureSource: (pictureId, px) => pictureSource(pictureId, px),
      locale,
      onOpen: (profileId) => onOpen(profileId),
    });
    layer.current = created;
    return () => created.dispose();
  }, [map, locale]);

  useEffect(() => layer.current?.setMembers(members, own), [map, locale, members, own]);
}
