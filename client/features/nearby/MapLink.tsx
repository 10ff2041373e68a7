// Leads to a member's published point on the map, as a link or as a choice in a menu.
import { t } from '#client/device/texts.ts';
import { Link, useNavigate } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/Button.tsx';
import { MapIcon } from '#client/ui/icons.tsx';
import type { MenuChoice } from '#client/ui/MenuBeside.tsx';
import { mapFragment } from './map-fragment.ts';

export interface MapLinkProps {
  readonly profileId: string;
  readonly name: string;
  /** The published point. It is null for members who are not on the map. */
  readonly lat: number | null;
  readonly lon: number | null;
}

const label = (name: string): string => t('Show {name} on the map', { name });

export function MapLink({ profileId, name, lat, lon }: MapLinkProps) {
  if (lat === null || lon === null) return null;
  return (
    <Link
      to="/search/map"
      hash={mapFragment(profileId, { lat, lon })}
      className={buttonClass({ look: 'round' })}
      aria-label={label(name)}
    >
      <MapIcon />
    </Link>
  );
}

export function useMapChoice({ profileId, name, lat, lon }: MapLinkProps): readonly MenuChoice[] {
  const navigate = useNavigate();
  if (lat === null || lon === null) return [];
  const hash = mapFragment(profileId, { lat, lon });
  return [{ text: label(name), icon: MapIcon, onChoose: () => void navigate({ to: '/search/map', hash, replace: true }) }];
}
