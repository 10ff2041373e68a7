// /search/map: who is around, on a map and as a list of the same people; the own marker is placed here.
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import type { Place } from '#shared/rules/distance.ts';
import { sizeFor } from '#shared/rules/picture-sizes.ts';
import { useQuery } from '@tanstack/react-query';
import { MapView } from '#client/map/MapView.tsx';
import { useAggregatesLayer } from '#client/map/use-aggregates-layer.ts';
import { useMembersLayer } from '#client/map/use-members-layer.ts';
import { useOwnMarkerLayer } from '#client/map/use-own-marker-layer.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { pictureUrl } from '#client/people/picture-url.ts';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { contact } from '#client/net/contact.ts';
import { useStore } from '#client/device/store.ts';
import { useMapLook } from './map-look.ts';
import { mapRoom } from './map-room.ts';
import { MapTools } from './MapTools.tsx';
import { MapWord } from './MapWord.tsx';
import { NearList } from './NearList.tsx';
import { SeenWords } from './SeenWords.tsx';
import { seenWithinMetres } from './seen-words.ts';
import { useFlightToFirstFix, useFlightToFragment } from './use-flights.ts';
import { useLiveMembers } from './use-live-members.ts';
import { useMapBase } from './use-map-base.ts';
import { useMapView } from './use-map-view.ts';
import { useMembersInView } from './use-members-in-view.ts';
import './map-screen.css';

/** Close enough to tell somebody from his neighbours. */
const zoomOfOne = 15;

export function MapScreen() {
  const [room] = useState(mapRoom);
  const [isListOpen, setListOpen] = useState(false);
  const navigate = useNavigate();
  const own = useStore(ownLocation.own);
  const { isLost } = useStore(contact);
  const { profile } = useOwnProfile();
  const { data: precision = 'area' } = useQuery({ ...settingsQuery, select: (settings) => settings.positionPrecision });
  const { view, bounds } = useMapView(room);
  const members = useMembersInView(bounds);
  const { drawn, online, aggregates } = members;
  useLiveMembers(members.sectors);
  useMapLook(room);
  const attribution = useMapBase(room);
  const followDevice = useFlightToFirstFix(room);
  useFlightToFragment(room);

  const markers = useMemo(
    () =>
      drawn.map(({ profileId, profileName, profilePicIds, lat, lon }) => {
        const pictureId = profilePicIds[0] ?? null;
        return { profileId, name: profileName, lat, lon, pictureId, isOnline: online.has(profileId) };
      }),
    [drawn, online],
  );
  // Among counts of whole sectors it would only cover the one at home.
  const isMarkerShown = members.sectors.length > 0 || !members.isTooMany || !own.isReal;
  const ownMarker = useMemo(
    () =>
      isMarkerShown
        ? {
            lat: own.point.lat,
            lon: own.point.lng,
            name: profile?.profilename ?? '',
            pictureId: profile?.profilePicIds[0] ?? null,
            seenWithinM: own.isReal ? seenWithinMetres(precision, own) : 0,
            walk: own.type !== 'device',
          }
        : null,
    [own, profile, precision, isMarkerShown],
  );
  const showPlace = useCallback(({ lat, lon }: Place) => room.flyTo(lat, lon, Math.max(room.view().zoom, zoomOfOne)), [room]);
  const pictureOf = (id: string, px: number): string => pictureUrl(id, sizeFor(px));
  useMembersLayer(room, markers, {
    pictureUrl: pictureOf,
    onOpen: (profileId) => void navigate({ to: '/profile/$profileId', params: { profileId } }),
  });
  useOwnMarkerLayer(room, ownMarker, {
    pictureUrl: pictureOf,
    onMoved: (lat, lon) => ownLocation.placeAt({ lat, lng: lon }),
  });
  useAggregatesLayer(room, aggregates);

  return (
    <div className="map-screen" data-list={isListOpen ? '' : undefined}>
      <h1 className="seen-by-readers">Map</h1>
      <div className="map-stage">
        <MapView map={room} label="Map of members. Arrow keys move it, plus and minus zoom." attribution={attribution} />
        <div className="map-top">
          <SeenWords
            own={own}
            precision={precision}
            profile={profile}
            onGps={followDevice}
            onMoveHere={() => ownLocation.placeAt(middleOf(view))}
          />
          <MapTools room={room} onGps={followDevice} isListOpen={isListOpen} onList={() => setListOpen(!isListOpen)} />
        </div>
        <MapWord members={members} isOffline={isLost} onZoomOut={() => room.zoomBy(-2)} />
      </div>
      <NearList
        members={members}
        own={own.isReal ? own.point : null}
        middle={view}
        onShow={showPlace}
        onClose={() => setListOpen(false)}
      />
    </div>
  );
}

const middleOf = ({ lat, lon }: { lat: number; lon: number }) => ({ lat, lng: lon });
