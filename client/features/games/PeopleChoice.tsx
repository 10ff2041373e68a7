// A list of members with checkboxes and pictures, to choose up to `most` of them.
import { useState } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import { Avatar } from '#client/people/ProfilePicture.tsx';
import { Checkbox } from '#client/ui/Choice.tsx';
import { TextField } from '#client/ui/TextField.tsx';
import '#client/ui/list-rows.css';

export interface PeopleChoiceProps {
  readonly people: readonly ReducedBrief[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly most: number;
}

/** With fewer people there is no search field. */
const searchedFrom = 10;

export function PeopleChoice({ people, chosen, onChoose, most }: PeopleChoiceProps) {
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const shown = people.filter(({ profileName }) => profileName.toLowerCase().includes(wanted));
  const change = (profileId: string, isOn: boolean): void => {
    const others = [...chosen].filter((id) => id !== profileId);
    onChoose(new Set(isOn ? [...others, profileId] : others));
  };
  return (
    <fieldset className="people">
      <legend>
        People you wrote with{' '}
        <span className="soft small" role="status">
          {chosen.size} of {most} at most
        </span>
      </legend>
      {people.length >= searchedFrom && <TextField label="Find by name" value={text} onValue={setText} />}
      <ul className="list-rows">
        {shown.map((person) => (
          <li key={person.profileId}>
            <Checkbox
              label={
                <span className="people-row">
                  <span aria-hidden="true">
                    <Avatar of={person} name={person.profileName} sizes="48px" />
                  </span>
                  <span title={person.profileName}>{shownName(person.profileName || 'Member')}</span>
                </span>
              }
              isOn={chosen.has(person.profileId)}
              isDisabled={!chosen.has(person.profileId) && chosen.size >= most}
              onChange={(isOn) => change(person.profileId, isOn)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="soft">Nobody by that name.</p>}
    </fieldset>
  );
}
