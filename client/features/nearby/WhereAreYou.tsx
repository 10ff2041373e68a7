// The ways to say where you are: GPS or the map. While the device refuses its location, GPS steps back.
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { followGpsPermission, gpsDenied } from '#client/device/geolocation.ts';
import { resumeReporting } from '#client/device/reporting-pause.ts';
import { useStore } from '#client/device/store.ts';
import { ownLocation } from '#client/features/positions/own-location.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import './where-are-you.css';

export function WhereAreYou() {
  const { type } = useStore(ownLocation.own);
  const isDenied = useStore(gpsDenied);
  useEffect(() => void followGpsPermission(), []);
  const startGps = (): void => {
    // Whoever says where they are wants to be seen there, also after a change of account.
    resumeReporting();
    ownLocation.followDevice();
  };
  return (
    <div className="where-are-you">
      {!isDenied && (
        <Button look="main" isWide onClick={startGps} disabled={type === 'device'}>
          {type === 'device' ? 'Finding out where you are...' : 'Use GPS'}
        </Button>
      )}
      <Link to="/search/map" className={buttonClass({ look: isDenied ? 'main' : 'plain', isWide: true })}>
        Place me on the map
      </Link>
      {isDenied && (
        <>
          <p className="soft small">
            Your device keeps its location from this app. To use GPS, allow the location for this site in your browser’s settings,
            then try again.
          </p>
          <Button look="quiet" onClick={startGps}>
            Try GPS again
          </Button>
        </>
      )}
    </div>
  );
}
