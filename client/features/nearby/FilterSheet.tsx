// The dialog to edit the filter of the detail list; nothing changes until Show.
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { characteristicCategories, characteristicLabel } from '#shared/rules/characteristics.ts';
import type { Place } from '#shared/rules/distance.ts';
import { brand } from '#client/device/brand.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { testMode } from '#client/device/storage.ts';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Choice.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { useStore } from '#client/device/store.ts';
import { TextField } from '#client/ui/TextField.tsx';
import { countQuery } from './details.queries.ts';
import { readDraft, textsOf, type End } from './filter-draft.ts';
import { chooseFilter, openFilter, type ListFilter } from './list-filter.ts';

export interface FilterSheetProps {
  readonly filter: ListFilter;
  /** The chosen centre of the list; null for the own point. */
  readonly centre: Place | null;
  readonly onClose: () => void;
}

export function FilterSheet({ filter, centre, onClose }: FilterSheetProps) {
  const units = useDistanceUnits();
  const [texts, setTexts] = useState(() => textsOf(filter, units));
  const [rest, setRest] = useState(filter);
  const draft = readDraft(texts, rest, units);
  const isReadable = Object.keys(draft.errors).length === 0;
  const isTest = useStore(testMode);
  const { data, isPlaceholderData } = useQuery({ ...countQuery(isTest, centre, draft.filter), enabled: isReadable });
  const show = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReadable) return;
    chooseFilter(draft.filter);
    onClose();
  };
  const clear = (): void => {
    setTexts(textsOf(openFilter, units));
    setRest(openFilter);
  };
  const tick = (key: string, isOn: boolean): void => {
    const others = rest.characteristics.filter((other) => other !== key);
    setRest({ ...rest, characteristics: isOn ? [...others, key] : others });
  };
  const end = (name: End, label: string, inputMode: 'numeric' | 'text') => (
    <TextField
      label={label}
      name={name}
      inputMode={inputMode}
      autoComplete="off"
      value={texts[name]}
      onValue={(text) => setTexts({ ...texts, [name]: text })}
      error={draft.errors[name] ?? null}
    />
  );
  return (
    <Dialog isOpen onClose={onClose} title="Filters">
      <form className="stack" onSubmit={show} noValidate>
        <div>
          <Switch label="With picture" isOn={rest.withPicture} onChange={(withPicture) => setRest({ ...rest, withPicture })} />
          <Switch
            label="Online now"
            help="Here within the last ten minutes"
            isOn={rest.onlineNow}
            onChange={(onlineNow) => setRest({ ...rest, onlineNow })}
          />
          <Switch
            label="Never chatted with"
            help="Leaves out anyone you have exchanged messages with"
            isOn={rest.neverChatted}
            onChange={(neverChatted) => setRest({ ...rest, neverChatted })}
          />
        </div>
        <div className="filter-range">
          {end('ageMin', 'Age from', 'numeric')}
          {end('ageMax', 'Age to', 'numeric')}
        </div>
        <div className="filter-range">
          {end('heightCmMin', 'Height from', 'text')}
          {end('heightCmMax', 'Height to', 'text')}
        </div>
        <div className="filter-range">
          {end('weightKgMin', 'Weight from', 'text')}
          {end('weightKgMax', 'Weight to', 'text')}
        </div>
        {Object.entries(characteristicCategories).map(([category, labels]) => (
          <fieldset key={category} className="filter-ticks">
            <legend className="field-legend">{category}</legend>
            {labels.map((label) => {
              const key = label.toLowerCase();
              return (
                <label key={key} className="filter-tick">
                  <input
                    type="checkbox"
                    name={key}
                    checked={rest.characteristics.includes(key)}
                    onChange={(event) => tick(key, event.target.checked)}
                  />
                  {characteristicLabel(key, brand.productLabel)}
                </label>
              );
            })}
          </fieldset>
        ))}
        <div className="filter-end">
          <Button onClick={clear}>Clear</Button>
          <Button type="submit" look="main" disabled={!isReadable}>
            {data === undefined || isPlaceholderData || !isReadable ? 'Show' : `Show ${data.count}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
