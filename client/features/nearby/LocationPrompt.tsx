// The prompt that replaces a list by distance while the member's location is unknown.
import { t } from '#client/device/texts.ts';
import type { Place } from '#shared/rules/distance.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { LocateIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';
import { WhereAreYou } from './WhereAreYou.tsx';

export function LocationPrompt({ onLookAround }: { readonly onLookAround: (centre: Place) => void }) {
  const { point } = useStore(ownLocation.own);
  return (
    <EmptyState icon={LocateIcon} text={t('Where are you?')}>
      <p>{t('Share your location to see who is near.')}</p>
      <WhereAreYou />
      <Button look="quiet" onClick={() => onLookAround({ lat: point.lat, lon: point.lng })}>
        {t('Look around without a location')}
      </Button>
    </EmptyState>
  );
}
