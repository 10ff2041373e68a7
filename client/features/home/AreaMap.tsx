// A picture of the map around the member's published point with the member's face in it, as a link to the map.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { locationHidden } from '#client/device/location-hidden.ts';
import { useShownTheme } from '#client/device/theme.ts';
import { useStore } from '#client/device/store.ts';
import { useMovedMs, usePlaceState } from '#client/features/positions/use-place-state.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { usePictureSource } from '#client/net/picture-source.ts';
import { reachability } from '#client/net/reachability.ts';
import { Avatar } from '#client/people/ProfilePicture.tsx';
import { useOwnProfile } from '#client/people/profiles.queries.ts';

export function AreaMap() {
  const { isLost } = useStore(reachability);
  const frame = useRef<HTMLAnchorElement>(null);
  // The picture is drawn for this size, so that place names are neither cut off nor too small.
  const [size, setSize] = useState<string | null>(null);
  useLayoutEffect(() => {
    const { clientWidth, clientHeight } = frame.current ?? document.body;
    setSize(`width=${clientWidth}&height=${clientHeight}`);
  }, []);
  const theme = useShownTheme();
  // Browsers do not request a picture of the same address again, but the member may have moved.
  const askedMs = useMovedMs();
  const source = usePictureSource(size && `/api/map/area?theme=${theme}&${size}&asked=${askedMs}`);
  // A hidden member has no published point, and so no picture, until the server shows them again.
  const { data: settings, dataUpdatedAt } = useQuery({ ...settingsQuery, enabled: false });
  const isHidden = useStore(locationHidden) || settings?.hide === true;
  // A picture that was asked for just before the server shows the member again fails, and is asked for again after that.
  const attempt = `${source}${dataUpdatedAt}`;
  const [failedAttempt, setFailedAttempt] = useState('');
  const isPlaced = usePlaceState() === 'known' && !isHidden && attempt !== failedAttempt;
  const { profile } = useOwnProfile();
  // A picture that is there stays while the device is offline. One that is not would be drawn as a broken one.
  const [loadedSource, setLoadedSource] = useState<string | null>(null);
  return (
    <Link ref={frame} to="/search/map" className="home-area">
      {/* The key removes the picture when the theme changes, so that plain ground is shown until the new one is loaded. */}
      {isPlaced && source !== null && (!isLost || source === loadedSource) && (
        <img key={source} src={source} alt="" onLoad={() => setLoadedSource(source)} onError={() => setFailedAttempt(attempt)} />
      )}
      {isPlaced && profile && <Avatar of={profile} name={profile.profilename} profileId={profile.id} sizes="40px" />}
      <span className="home-area-text">{isPlaced && !isLost ? t('Others see you here') : t('Look around')}</span>
    </Link>
  );
}
