// The prompt shown instead of a list by distance while your location is unknown.
import { Link } from '@tanstack/react-router';
import type { Place } from '#shared/rules/distance.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { LocateIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';

export function LocationPrompt({ onLookAround }: { readonly onLookAround: (centre: Place) => void }) {
  const { type, point } = useStore(ownLocation.own);
  return (
    <EmptyState icon={LocateIcon} text={type === 'device' ? 'Finding out where you are...' : 'Where are you?'}>
      <p>Share your location to see who is nearby. Others only see it to within about half a mile.</p>
      <Button look="main" onClick={ownLocation.followDevice} disabled={type === 'device'}>
        Use GPS
      </Button>
      <Link to="/search/map" className={buttonClass()}>
        Place me on the map
      </Link>
      <Button look="quiet" onClick={() => onLookAround({ lat: point.lat, lon: point.lng })}>
        Look around without a location
      </Button>
    </EmptyState>
  );
}
