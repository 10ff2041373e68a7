// Lets members set their location: by GPS, by a city or on the map. GPS comes last while the device refuses its location.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followGpsPermission, gpsDenied } from '#client/device/geolocation.ts';
import { resumeReporting } from '#client/device/reporting-pause.ts';
import { useStore } from '#client/device/store.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { HowOthersSeePlace } from './HowOthersSeePlace.tsx';
import { PlaceSearch } from './PlaceSearch.tsx';
import './where-are-you.css';

/** Resumes paused reports, since members who set their location want to be seen there, even after a change of account. */
function startGps(): void {
  resumeReporting();
  ownLocation.followDevice();
}

/** `isInDialog` lets the map replace the history entry of the dialog. */
export function WhereAreYou({ isInDialog = false }: { readonly isInDialog?: boolean }) {
  const { type } = useStore(ownLocation.own);
  const isDenied = useStore(gpsDenied);
  useEffect(() => void followGpsPermission(), []);
  return (
    <div className="where-are-you">
      <HowOthersSeePlace />
      {!isDenied && (
        <Button look="main" isWide onClick={startGps} disabled={type === 'device'}>
          {type === 'device' ? t('Finding out where you are...') : t('Use GPS')}
        </Button>
      )}
      <PlaceSearch
        label={isDenied ? t('Choose a city or area') : t('Or choose a city or area')}
        onChoose={({ lat, lon }) => {
          resumeReporting();
          ownLocation.placeAt({ lat, lng: lon });
        }}
      />
      <Link to="/search/map" replace={isInDialog} className={buttonClass({ look: isDenied ? 'main' : 'plain', isWide: true })}>
        {t('Place me on the map')}
      </Link>
      {isDenied && (
        <>
          <p className="soft small">
            {t(
              'Your device does not share its location with this app. To use GPS, allow the location for this site in your browser’s settings, then try again.',
            )}
          </p>
          <Button look="quiet" onClick={startGps}>
            {t('Try GPS again')}
          </Button>
        </>
      )}
    </div>
  );
}
