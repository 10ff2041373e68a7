// The dialog to choose the place to look around: the member's location, or a place saved on this device.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { cleanLine } from '#shared/rules/text.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { CheckIcon, TrashIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';
import { TextField } from '#client/ui/TextField.tsx';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { useUndo } from '#client/ui/use-undo.ts';
import { PlaceSearch } from './PlaceSearch.tsx';
import { choosePlace, deletePlace, chosenPlace, mapCentre, savedPlaces, savePlace, type SavedPlace } from './saved-places.ts';
import { blurText } from './visibility.ts';
import './find-dialogs.css';

export interface PlacesSheetProps {
  readonly isOnMap: boolean;
  readonly onClose: () => void;
}

export function PlacesSheet({ isOnMap, onClose }: PlacesSheetProps) {
  const saved = useStore(savedPlaces);
  const units = useDistanceUnits();
  const { item: deleted, delay, undo } = useUndo<SavedPlace>(deletePlace);
  const places = saved.filter(({ name }) => name !== deleted?.name);
  const current = useStore(chosenPlace);
  const choose = (place: SavedPlace | null): void => {
    choosePlace(place);
    onClose();
  };
  const save = (name: string, place: Place): boolean => {
    // Otherwise the new place would be deleted instead of the earlier one of the same name, which it replaces.
    if (cleanLine(name) === deleted?.name) undo();
    return savePlace(name, place);
  };
  return (
    <Dialog isOpen onClose={onClose} title={t('Look around')}>
      <p className="soft small">
        {units === 'miles'
          ? t(
              'See who is near another place. You still appear only where you are, and nobody can see that you are looking there. Places are stored on this device, rounded to about half a mile.',
            )
          : t(
              'See who is near another place. You still appear only where you are, and nobody can see that you are looking there. Places are stored on this device, rounded to about {distance}.',
              { distance: blurText('area') },
            )}
      </p>
      <PlaceSearch label={t('Find a city or area')} onChoose={choose} />
      <ul className="place-list">
        <li>
          <PlaceButton name={t('Around me')} isCurrent={current === null} onChoose={() => choose(null)} />
        </li>
        {places.map((place) => (
          <li key={place.name}>
            <PlaceButton name={place.name} isCurrent={current?.name === place.name} onChoose={() => choose(place)} />
            <Button look="round" onClick={() => delay(place)} aria-label={t('Delete {name}', { name: place.name })}>
              <TrashIcon />
            </Button>
          </li>
        ))}
      </ul>
      {saved.length >= limits.maxSavedPlaces ? (
        <p className="soft">
          {tCount(limits.maxSavedPlaces, {
            one: 'You have # place. Delete one to save another.',
            other: 'You have # places. Delete one to save another.',
          })}
        </p>
      ) : (
        <NewPlace isOnMap={isOnMap} onSave={save} />
      )}
      <UndoBar text={deleted === null ? null : t('{name} deleted', { name: deleted.name })} onUndo={undo} />
    </Dialog>
  );
}

interface PlaceButtonProps {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function PlaceButton({ name, isCurrent, onChoose }: PlaceButtonProps) {
  return (
    <button type="button" className="place-choice" aria-pressed={isCurrent} onClick={onChoose}>
      {name}
      {isCurrent && <CheckIcon />}
    </button>
  );
}

interface NewPlaceProps {
  readonly isOnMap: boolean;
  /** Returns false if the place could not be saved. */
  readonly onSave: (name: string, place: Place) => boolean;
}

/** Saves the map's current centre as a place. */
function NewPlace({ isOnMap, onSave }: NewPlaceProps) {
  const [centre] = useState(mapCentre);
  const [name, setName] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (centre !== null && onSave(name, centre)) setName('');
  };
  return (
    <form className="stack" onSubmit={save}>
      {centre !== null && (
        <TextField
          label={t('Name of the place on your map')}
          value={name}
          onValue={setName}
          maxLength={limits.maxSavedPlaceNameLength}
          placeholder={t('Berlin, the lake, home town')}
          autoComplete="off"
        />
      )}
      <div className="row">
        {centre !== null && (
          <Button type="submit" disabled={name.trim() === ''}>
            {t('Save this place')}
          </Button>
        )}
        {!isOnMap && (
          <Link to="/search/map" replace className={buttonClass({ look: 'quiet' })}>
            {centre === null ? t('Find a place on the map') : t('Move the map first')}
          </Link>
        )}
      </div>
    </form>
  );
}
