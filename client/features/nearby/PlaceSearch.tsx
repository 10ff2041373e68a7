// A field that finds a city or area by name, with a list of the places found.
import { t, tCount } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import type { FoundPlace } from '#shared/contract/places.ts';
import type { Place } from '#shared/rules/distance.ts';
import { limits } from '#shared/rules/limits.ts';
import { locationReport } from '#client/device/location-report.ts';
import { useStore } from '#client/device/store.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { useDistanceTexts } from '#client/people/use-shown-distance.ts';
import { Button } from '#client/ui/Button.tsx';
import { isComposing } from '#client/ui/is-composing.ts';
import { minSearchLength, placesQuery } from './places.queries.ts';
import { placeNote } from './place-note.ts';
import './place-search.css';

const debounceMs = 200;

interface PlaceSearchProps {
  readonly onChoose: (place: FoundPlace) => void;
  readonly label?: string;
}

export function PlaceSearch({ onChoose, label = t('City or area') }: PlaceSearchProps) {
  const id = useId();
  const [text, setText] = useState('');
  /** The place chosen with the arrow keys or the pointer. The list may change meanwhile. */
  const [chosen, setChosen] = useState<string | null>(null);
  const { found, isCurrent, state, retry } = useFoundPlaces(text.trim());
  const active = Math.max(
    0,
    found.findIndex((place) => keyOf(place) === chosen),
  );
  const distanceTo = useDistanceTexts();
  const choose = (place: FoundPlace): void => {
    setText('');
    onChoose(place);
  };
  const change = (next: string): void => {
    setText(next);
    setChosen(null);
  };
  const move = (steps: 1 | -1): void => {
    const next = found.at((active + steps) % found.length);
    if (next) setChosen(keyOf(next));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const place = found[active];
    if (event.key === 'ArrowDown' && place) move(1);
    else if (event.key === 'ArrowUp' && place) move(-1);
    else if (event.key === 'Enter' && !isComposing(event.nativeEvent) && place) {
      if (isCurrent) choose(place);
    } else if (event.key === 'Escape' && text !== '') change('');
    else return;
    // Otherwise Enter would send the form around the field, and Escape would close the dialog.
    event.preventDefault();
  };
  return (
    <div className="field place-search">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        type="search"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${active}` : undefined}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="search"
        maxLength={limits.maxPlaceSearchLength}
        value={text}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <ul id={`${id}-list`} className="place-found" role="listbox" aria-label={t('Places found')} hidden={found.length === 0}>
        {found.map((place, index) => (
          <li
            key={keyOf(place)}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === active}
            onPointerMove={() => setChosen(keyOf(place))}
            onClick={() => choose(place)}
          >
            <span className="place-found-name">{place.name}</span>
            <span className="soft small">{placeNote(place, distanceTo(place))}</span>
          </li>
        ))}
      </ul>
      <p className={state === 'found' ? 'visually-hidden' : 'soft small'} role="status">
        {state === 'found' ? tCount(found.length, { one: '# found', other: '# found' }) : textOf(state)}
      </p>
      {state === 'failed' && <Button onClick={retry}>{t('Try again')}</Button>}
    </div>
  );
}

const keyOf = ({ name, lat, lon }: FoundPlace): string => `${name} ${lat} ${lon}`;

type SearchState = 'idle' | 'found' | 'loading' | 'none' | 'offline' | 'failed';

const textOf = (state: SearchState): string | null => {
  const text = stateTexts[state];
  return text === null ? null : t(text);
};

/** The texts in English, which `textOf` translates. */
const stateTexts = {
  idle: null,
  found: null,
  loading: 'Searching...',
  none: 'No place has a name like that.',
  offline: 'You are offline. Search again when you are back online.',
  failed: 'Couldn’t search.',
} as const satisfies Record<SearchState, string | null>;

interface FoundPlaces {
  readonly found: readonly FoundPlace[];
  /** False while the places are those of an earlier text. */
  readonly isCurrent: boolean;
  readonly state: SearchState;
  readonly retry: () => void;
}

function useFoundPlaces(text: string): FoundPlaces {
  const [asked, setAsked] = useState('');
  const { reported } = useStore(locationReport);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), debounceMs);
    return () => clearTimeout(timer);
  }, [text]);
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(placesQuery(asked, areaOf(reported)));
  const isCurrent = asked === text && !isPlaceholderData;
  const none = { found: [], isCurrent, retry: (): void => void refetch() };
  if (text.length < minSearchLength) return { ...none, state: 'idle' };
  if (data !== undefined && data.length > 0 && error === null) return { ...none, found: data, state: 'found' };
  if (error instanceof ConnectionLost || fetchStatus === 'paused') return { ...none, state: 'offline' };
  if (error !== null) return { ...none, state: 'failed' };
  const isWaiting = data === undefined || fetchStatus === 'fetching' || asked !== text;
  return { ...none, state: isWaiting ? 'loading' : 'none' };
}

/** Returns whole degrees. They suffice to prefer places nearby, and do not disclose the location. */
const areaOf = (point: { lat: number; lng: number } | null): Place | null =>
  point === null ? null : { lat: Math.round(point.lat), lon: Math.round(point.lng) };
