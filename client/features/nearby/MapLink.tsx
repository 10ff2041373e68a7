// A link to a member's published point on the map.
import { Link } from '@tanstack/react-router';
import { buttonClass } from '#client/ui/Button.tsx';
import { MapIcon } from '#client/ui/icons.tsx';
import { mapFragment } from './map-fragment.ts';

export interface MapLinkProps {
  readonly profileId: string;
  readonly name: string;
  /** The published point; null for members who are not on the map. */
  readonly lat: number | null;
  readonly lon: number | null;
}

export function MapLink({ profileId, name, lat, lon }: MapLinkProps) {
  if (lat === null || lon === null) return null;
  return (
    <Link
      to="/search/map"
      hash={mapFragment(profileId, { lat, lon })}
      className={buttonClass({ look: 'round' })}
      aria-label={`Show ${name} on the map`}
    >
      <MapIcon />
    </Link>
  );
}
