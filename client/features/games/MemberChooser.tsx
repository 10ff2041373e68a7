// A list of members with checkboxes and a search by name.
import { useState } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import '#client/ui/list-rows.css';

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
        People you chatted with{' '}
        <span className="soft small" role="status">
          {selected.size} of up to {max}
        </span>
      </legend>
      {people.length >= minForSearch && <TextField label="Find by name" value={text} onValue={setText} />}
      <ul className="list-rows">
        {shown.map(({ profileId, profileName, profilePicIds, picPlaceholders }) => (
          <li key={profileId}>
            <Checkbox
              label={
                <span className="people-row">
                  <span aria-hidden="true">
                    <ProfilePicture
                      id={profilePicIds[0]}
                      name={profileName}
                      sizes="48px"
                      placeholder={picPlaceholders?.[0]}
                      isAvatar
                    />
                  </span>
                  <span title={profileName}>{shownName(profileName || 'Member')}</span>
                </span>
              }
              isOn={selected.has(profileId)}
              isDisabled={!selected.has(profileId) && selected.size >= max}
              onChange={(isOn) => change(profileId, isOn)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="soft">No one by that name.</p>}
    </fieldset>
  );
}
