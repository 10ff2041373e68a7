// A note beside the map that says how exactly others see the member's location, or why nobody sees it.
import { t } from '#client/device/texts.ts';
import { rich } from '#client/ui/rich.tsx';
import { Link } from '@tanstack/react-router';
import type { Profile } from '#shared/contract/profiles.ts';
import type { PositionPrecision } from '#shared/contract/settings.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { locationHidden } from '#client/device/location-hidden.ts';
import type { OwnLocation } from '#client/device/own-location.ts';
import { reportingPaused, resumeReporting } from '#client/device/reporting-pause.ts';
import { pauseNoticeClosed } from '#client/device/storage.ts';
import { Button } from '#client/ui/Button.tsx';
import { useStore } from '#client/device/store.ts';
import { visibilityText } from './visibility.ts';

export interface VisibilityNoteProps {
  readonly own: OwnLocation;
  readonly precision: PositionPrecision;
  /** The member's own profile. It is undefined while loading. */
  readonly profile: Profile | undefined;
  readonly onGps: () => void;
  /** Moves the member's marker to the middle of the view, for members who can't drag. */
  readonly onMoveHere: () => void;
}

export function VisibilityNote({ own, precision, profile, onGps, onMoveHere }: VisibilityNoteProps) {
  const units = useDistanceUnits();
  const isHidden = useStore(locationHidden);
  const isPaused = useStore(reportingPaused);
  const isStripClosed = useStore(pauseNoticeClosed);
  const isWalking = own.type !== 'device';
  return (
    <div className="visibility-note soft small" role="status">
      <p>{noteText()}</p>
      {isPaused && isStripClosed && <Button onClick={resumeReporting}>{t('Share my location')}</Button>}
      {isUnpublished(profile) && (
        <p>
          {rich(t('<a>Give your profile a name and a birthdate</a> to be seen.'), {
            a: (text) => <Link to="/profileEdit">{text}</Link>,
          })}
        </p>
      )}
      {isWalking && (
        <div className={own.isReal ? 'visibility-actions only-focused' : 'visibility-actions'}>
          {!own.isReal && (
            <Button look="main" onClick={onGps}>
              {t('Use GPS')}
            </Button>
          )}
          <Button onClick={onMoveHere}>{t('Place me in the middle')}</Button>
        </div>
      )}
    </div>
  );

  function noteText(): string {
    if (own.gpsFailure !== null) return own.gpsFailure;
    if (own.type === 'device' && own.fix === null) return t('Finding out where you are...');
    if (!own.isReal) return placeText();
    if (isPaused) return t('Your location is not shared until you allow it');
    if (isHidden) return t('You are hidden: nobody sees you on the map or in lists');
    if (own.type === 'device' && !own.isPlaceKnown) return t('Others see you here once you have stayed for a moment');
    return visibilityText(precision, own, units);
  }

  /** The text while this device has no place of the member. Another device or an earlier login may have reported one. */
  function placeText(): string {
    if (profile === undefined) return t('Where are you? Drag your marker there, or use GPS.');
    if (profile.lat === null) return t('Where are you? Drag your marker there, or use GPS. Nobody sees you until you do.');
    if (isHidden) return t('You are hidden: nobody sees you on the map or in lists');
    return t('Others see you where your location was last shared. To change it, drag your marker or use GPS.');
  }
}

const isUnpublished = (profile: Profile | undefined): boolean =>
  profile !== undefined && (profile.profilename === '' || profile.birthdate === null);
