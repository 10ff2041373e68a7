// The dialog to edit Find's filter, which is applied when the member presses Show.
import { t, tCount } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Place } from '#shared/rules/distance.ts';
import { useDistanceUnits } from '#client/device/distance-units.ts';
import { testMode } from '#client/device/storage.ts';
import { CharacteristicChoices } from '#client/people/CharacteristicChoices.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Switch.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { useStore } from '#client/device/store.ts';
import { TextField } from '#client/ui/TextField.tsx';
import { countQuery } from './details.queries.ts';
import { parseDraft, rangeTexts, type RangeField } from './filter-draft.ts';
import { chooseFilter, emptyFilter, type ListFilter } from './list-filter.ts';
import { noVisitsText, useSharesVisits } from './use-shares-visits.ts';
import './find-dialogs.css';

export interface FilterSheetProps {
  readonly filter: ListFilter;
  /** The place on which the list is centred. It is null for the member's location. */
  readonly centre: Place | null;
  readonly onClose: () => void;
}

export function FilterSheet({ filter, centre, onClose }: FilterSheetProps) {
  const units = useDistanceUnits();
  const [texts, setTexts] = useState(() => rangeTexts(filter, units));
  const [choices, setChoices] = useState(filter);
  const draft = parseDraft(texts, choices, units);
  const isValid = Object.keys(draft.errors).length === 0;
  const isTest = useStore(testMode);
  const sharesVisits = useSharesVisits();
  const { data, isPlaceholderData } = useQuery({ ...countQuery(isTest, centre, draft.filter), enabled: isValid });
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    if (!isValid) return;
    chooseFilter(draft.filter);
    onClose();
  };
  const clear = (): void => {
    setTexts(rangeTexts(emptyFilter, units));
    setChoices(emptyFilter);
  };
  const rangeField = (name: RangeField, label: string, inputMode: 'numeric' | 'text') => (
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
    <Dialog isOpen onClose={onClose} title={t('Filters')}>
      <form className="stack" onSubmit={apply} noValidate>
        <div>
          <Switch
            label={t('With picture')}
            isOn={choices.withPicture}
            onChange={(withPicture) => setChoices({ ...choices, withPicture })}
          />
          <Switch
            label={t('Online now')}
            help={sharesVisits ? t('Active within the last half hour') : t(noVisitsText)}
            isOn={choices.onlineNow}
            onChange={(onlineNow) => setChoices({ ...choices, onlineNow })}
          />
          <Switch
            label={t('Never chatted with')}
            help={t('Leaves out anyone you have exchanged messages with')}
            isOn={choices.neverChatted}
            onChange={(neverChatted) => setChoices({ ...choices, neverChatted })}
          />
        </div>
        <div className="filter-range">
          {rangeField('ageMin', t('Age from'), 'numeric')}
          {rangeField('ageMax', t('Age to'), 'numeric')}
        </div>
        <div className="filter-range">
          {rangeField('heightCmMin', t('Height from'), 'text')}
          {rangeField('heightCmMax', t('Height to'), 'text')}
        </div>
        <div className="filter-range">
          {rangeField('weightKgMin', t('Weight from'), 'text')}
          {rangeField('weightKgMax', t('Weight to'), 'text')}
        </div>
        <CharacteristicChoices
          chosen={choices.characteristics}
          onChoose={(characteristics) => setChoices({ ...choices, characteristics })}
        />
        <div className="filter-end">
          <Button onClick={clear}>{t('filters|Clear')}</Button>
          <Button type="submit" look="main">
            {data === undefined || isPlaceholderData || !isValid
              ? t('people found|Show')
              : tCount(data.count, { one: 'Show #', other: 'Show #' })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
