// A list of members with checkboxes and pictures, to choose up to `most` of them.
import { useState } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { shownName } from '#shared/rules/text.ts';
import { ProfilePicture } from '#client/people/ProfilePicture.tsx';
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
                  <span title={profileName}>{shownName(profileName || 'Member', limits.profileNameShown)}</span>
                </span>
              }
              isOn={chosen.has(profileId)}
              isDisabled={!chosen.has(profileId) && chosen.size >= most}
              onChange={(isOn) => change(profileId, isOn)}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="soft">Nobody by that name.</p>}
    </fieldset>
  );
}
