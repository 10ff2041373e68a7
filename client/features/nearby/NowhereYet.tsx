// What a list by distance shows a member of whom the server knows no place yet.
import { Link } from '@tanstack/react-router';
import type { Place } from '#shared/rules/distance.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { LocateIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';

export function NowhereYet({ onLookAround }: { readonly onLookAround: (centre: Place) => void }) {
  const { type, point } = useStore(ownLocation.own);
  return (
    <EmptyState icon={LocateIcon} text={type === 'device' ? 'Finding out where you are...' : 'Where are you?'}>
      <p>Who is near can only be told once you say where you are. Others see you within about half a mile, never more exactly.</p>
      <Button look="main" onClick={ownLocation.followDevice} disabled={type === 'device'}>
        Use GPS
      </Button>
      <Link to="/search/map" className={buttonClass()}>
        Place me on the map
      </Link>
      <Button look="quiet" onClick={() => onLookAround({ lat: point.lat, lon: point.lng })}>
        Look around without a place
      </Button>
    </EmptyState>
  );
}
