// The screen with the map (/search/map): members nearby on the map and in a list, and the member's own marker.
import { t } from '#client/device/texts.ts';
import { useCallback, useMemo, useState } from 'react';
import type { Place } from '#shared/rules/distance.ts';
import { storedWidthFor } from '#shared/rules/picture-sizes.ts';
import { useQuery } from '@tanstack/react-query';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locale } from '#client/device/locale.ts';
import { MapView } from '#client/map/MapView.tsx';
import { useAggregatesLayer } from '#client/map/use-aggregates-layer.ts';
import { useMembersLayer } from '#client/map/use-members-layer.ts';
import { useOwnMarkerLayer } from '#client/map/use-own-marker-layer.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { pictureSource } from '#client/net/picture-source.ts';
import { pictureUrl } from '#client/people/picture-url.ts';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { reachability } from '#client/net/reachability.ts';
import { useStore } from '#client/device/store.ts';
import { keptState } from '#client/ui/kept-state.ts';
import { useMapTheme } from './use-map-theme.ts';
import { sharedMap } from './shared-map.ts';
import { FindBar } from './FindBar.tsx';
import { MapTools } from './MapTools.tsx';
import { MapMessage } from './MapMessage.tsx';
import { MemberSheet } from './MemberSheet.tsx';
import { NearList } from './NearList.tsx';
import { VisibilityNote } from './VisibilityNote.tsx';
import { visibleRadiusMetres } from './visibility.ts';
import { useFilterCount, useFind } from './use-find.ts';
import { useFlightToFirstFix, useFlightToFragment } from './use-flights.ts';
import { useLiveMembers } from './use-live-members.ts';
import { useMapBase } from './use-map-base.ts';
import { useMapView } from './use-map-view.ts';
import { useMembersInView } from './use-members-in-view.ts';
import './map-screen.css';

/** This zoom is close enough to tell members apart. */
const memberZoom = 15;

const useListOpen = keptState(false);

export function MapScreen() {
  const [map] = useState(sharedMap);
  const [isListOpen, setListOpen] = useListOpen();
  const [opened, setOpened] = useState<string | null>(null);
  const own = useStore(ownLocation.own);
  const units = useDistanceUnits();
  const { isLost } = useStore(reachability);
  const { profile } = useOwnProfile();
  const { data: precision = 'area' } = useQuery({ ...settingsQuery, select: (settings) => settings.positionPrecision });
  const { view, bounds } = useMapView(map);
  const find = useFind();
  const { filter } = find;
  const members = useMembersInView(bounds, filter);
  const { toDraw, online, aggregates } = members;
  useLiveMembers(members.sectors);
  useMapTheme(map);
  const base = useMapBase(map);
  const followDevice = useFlightToFirstFix(map);
  useFlightToFragment(map);

  const markers = useMemo(
    () =>
      toDraw.map(({ profileId, profileName, profilePicIds, lat, lon }) => {
        const pictureId = profilePicIds[0] ?? null;
        return { profileId, name: profileName, lat, lon, pictureId, isOnline: online.has(profileId) };
      }),
    [toDraw, online],
  );
  // While whole sectors are counted, the member's own marker would cover the count of their sector.
  const hasOwnMarker = members.sectors.length > 0 || !members.isTooMany || !own.isReal;
  const ownMarker = useMemo(
    () =>
      hasOwnMarker
        ? {
            lat: own.point.lat,
            lon: own.point.lng,
            profileId: profile?.id ?? '',
            name: profile?.profilename ?? null,
            pictureId: profile?.profilePicIds[0] ?? null,
            visibleRadiusMetres: own.isReal ? visibleRadiusMetres(precision, own) : 0,
            hasRings: own.isReal,
            isMovable: own.type !== 'device',
          }
        : null,
    [own, profile, precision, hasOwnMarker],
  );
  const showPlace = useCallback(({ lat, lon }: Place) => map.flyTo(lat, lon, Math.max(map.view().zoom, memberZoom)), [map]);
  const markerSource = (id: string, px: number): Promise<string> => pictureSource(pictureUrl(id, storedWidthFor(px)));
  useMembersLayer(map, markers, ownMarker, {
    pictureSource: markerSource,
    locale: locale(),
    onOpen: setOpened,
  });
  useOwnMarkerLayer(map, ownMarker, {
    pictureSource: markerSource,
    role: t('marker'),
    label: t('Your marker. Move it with the arrow keys, hold Shift for bigger steps.'),
    units,
    locale: locale(),
    onMoved: (lat, lon) => ownLocation.placeAt({ lat, lng: lon }),
  });
  useAggregatesLayer(map, aggregates, locale());
  // The sheet closes if its member has left the map, and stays closed if they come back.
  const brief = toDraw.find(({ profileId }) => profileId === opened);
  if (brief === undefined && opened !== null) setOpened(null);

  return (
    <>
      <div className="map-find">
        <h1 className="visually-hidden">{t('Map')}</h1>
        <FindBar current="/search/map" find={find} count={useFilterCount(find)} />
      </div>
      <VisibilityNote
        own={own}
        precision={precision}
        profile={profile}
        onGps={followDevice}
        onMoveHere={() => ownLocation.placeAt({ lat: view.lat, lng: view.lon })}
      />
      <div className="map-screen" data-list={isListOpen || undefined}>
        <div className="map-frame">
          <MapView
            map={map}
            label={t('Map of members. Use the arrow keys to move it, plus and minus to zoom.')}
            attribution={base.attribution}
            units={units}
            locale={locale()}
          />
          <MapMessage
            members={members}
            filter={filter}
            isOffline={isLost}
            isBaseMissing={base.isMissing}
            onZoomOut={() => map.zoomBy(-2)}
          />
        </div>
        <MapTools map={map} onGps={followDevice} isListOpen={isListOpen} onList={() => setListOpen(!isListOpen)} />
        <NearList
          members={members}
          filter={filter}
          own={own.isReal ? own.point : null}
          viewCentre={view}
          onShow={showPlace}
          onClose={() => setListOpen(false)}
        />
        {brief && <MemberSheet brief={brief} isOnline={online.has(brief.profileId)} onClose={() => setOpened(null)} />}
      </div>
    </>
  );
}
