// A picture of the map around the member's published point, which leads to the map.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useShownTheme } from '#client/device/theme.ts';
import { useStore } from '#client/device/store.ts';
import { usePlaceState } from '#client/features/positions/use-place-state.ts';
import { usePictureSource } from '#client/net/picture-source.ts';
import { reachability } from '#client/net/reachability.ts';

export function AreaMap() {
  const { isLost } = useStore(reachability);
  const source = usePictureSource(`/api/map/area?theme=${useShownTheme()}`);
  // A hidden member has no published point, and so no picture.
  const [missing, setMissing] = useState('');
  const isPlaced = usePlaceState() === 'known' && source !== missing;
  return (
    <Link to="/search/map" className="home-area" data-placed={isPlaced || undefined}>
      {isPlaced && !isLost && source !== null && (
        <img src={source} width={640} height={240} alt="" onError={() => setMissing(source)} />
      )}
      <span className="home-area-text">{isPlaced && !isLost ? t('Others see you here') : t('Look around')}</span>
    </Link>
  );
}
