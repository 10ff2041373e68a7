// The dialog to look around elsewhere: the own point, or a place stored on this device, without being shown there.
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { limits } from '#shared/rules/limits.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { CheckIcon, TrashIcon } from '#client/ui/icons.tsx';
import { useStore } from '#client/device/store.ts';
import { TextField } from '#client/ui/TextField.tsx';
import { UndoBar } from '#client/ui/UndoBar.tsx';
import { useUndo } from '#client/ui/use-undo.ts';
import { forgetPlace, lookedAround, middleOfMap, savedPlaces, savePlace, type SavedPlace } from './saved-places.ts';

export function PlacesSheet({ onClose }: { readonly onClose: () => void }) {
  const kept = useStore(savedPlaces);
  const { item: forgotten, hold, undo } = useUndo<SavedPlace>(forgetPlace);
  const places = kept.filter(({ name }) => name !== forgotten?.name);
  const current = useStore(lookedAround);
  const choose = (place: SavedPlace | null): void => {
    lookedAround.set(place);
    onClose();
  };
  return (
    <Dialog isOpen onClose={onClose} title="Look around">
      <p className="soft small">
        See who is near another place. You are only shown where you are, and nobody can see that you look there. Places are stored
        on this device, as a neighbourhood of about half a mile around.
      </p>
      <ul className="place-list">
        <li>
          <PlaceButton name="Around me" isCurrent={current === null} onChoose={() => choose(null)} />
        </li>
        {places.map((place) => (
          <li key={place.name}>
            <PlaceButton name={place.name} isCurrent={current?.name === place.name} onChoose={() => choose(place)} />
            <Button look="round" onClick={() => hold(place)} aria-label={`Delete ${place.name}`}>
              <TrashIcon />
            </Button>
          </li>
        ))}
      </ul>
      {kept.length >= limits.maxSavedPlaces ? (
        <p className="soft">{`You have ${limits.maxSavedPlaces} places. Delete one to save another.`}</p>
      ) : (
        <NewPlace />
      )}
      <UndoBar text={forgotten === null ? null : `${forgotten.name} deleted`} onUndo={undo} />
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

/** Saves the middle of the map, as it was left, as a place. */
function NewPlace() {
  const [middle] = useState(middleOfMap);
  const [name, setName] = useState('');
  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (middle !== null && savePlace(name, middle)) setName('');
  };
  return (
    <form className="stack" onSubmit={save}>
      {middle !== null && (
        <TextField
          label="Name for where your map is now"
          value={name}
          onValue={setName}
          maxLength={limits.maxSavedPlaceNameLength}
          placeholder="Berlin, the lake, home town"
          autoComplete="off"
        />
      )}
      <div className="row">
        {middle !== null && (
          <Button type="submit" disabled={name.trim() === ''}>
            Save this place
          </Button>
        )}
        <Link to="/search/map" replace className={buttonClass({ look: 'quiet' })}>
          {middle === null ? 'Find a place on the map' : 'Move the map first'}
        </Link>
      </div>
    </form>
  );
}
