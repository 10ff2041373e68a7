// A list of members with checkboxes and a search by name.
import { t } from '#client/device/texts.ts';
import { useState } from 'react';
import { numberText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { Person } from '#client/people/Person.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { TextField } from '#client/ui/TextField.tsx';

export interface MemberChooserProps {
  readonly people: readonly ReducedBrief[];
  readonly selected: ReadonlySet<string>;
  readonly onSelect: (selected: ReadonlySet<string>) => void;
  readonly max: number;
}

/** With fewer members there is no search field. */
const minForSearch = 10;

export function MemberChooser({ people, selected, onSelect, max }: MemberChooserProps) {
  const [text, setText] = useState('');
  const searchText = text.trim().toLowerCase();
  const shown = people.filter(({ profileName }) => profileName.toLowerCase().includes(searchText));
  const change = (profileId: string, isOn: boolean): void => {
    const others = [...selected].filter((id) => id !== profileId);
    onSelect(new Set(isOn ? [...others, profileId] : others));
  };
  return (
    <fieldset className="people">
      <legend>
        {t('People you chatted with')}{' '}
        <span className="soft small" role="status">
          {t('{count} of at most {max}', { count: numberText(selected.size, locale()), max: numberText(max, locale()) })}
        </span>
      </legend>
      {people.length >= minForSearch && <TextField label={t('Find by name')} value={text} onValue={setText} />}
      <ul className="person-list">
        {shown.map((person) => (
          <li key={person.profileId}>
            <Checkbox
              label={
                <span className="person">
                  <Person profileId={person.profileId} name={person.profileName} of={person} />
                </span>
              }
              isOn={selected.has(person.profileId)}
              isDisabled={!selected.has(person.profileId) && selected.size >= max}
              onChange={(isOn) => change(person.profileId, isOn)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="soft">{t('No one by that name.')}</p>}
    </fieldset>
  );
}
