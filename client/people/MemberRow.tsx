// A row with a status and an action, for lists of members such as the blocked ones.
import { t } from '#client/device/texts.ts';
import { locale } from '#client/device/locale.ts';
import type { ReactNode } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { shownName } from '#shared/rules/letters.ts';
import { PersonRow } from './Person.tsx';

export interface MemberRowProps {
  readonly profile: ReducedBrief;
  /** A line below the name. Screen readers announce it when the row's action changes it. */
  readonly status?: string;
  /** The number before the row in a list with the class `board`. */
  readonly place?: number;
  /** Called with the name as it is shown. */
  readonly action: (name: string) => ReactNode;
}

/** Render it in a list with the class `person-list`. */
export function MemberRow({ profile, status, place, action }: MemberRowProps) {
  const { profileId, profileName } = profile;
  return (
    <li data-place={place && numberText(place, locale())}>
      <PersonRow
        profileId={profileId}
        name={profileName}
        of={profile}
        className="member-row"
        line={status === undefined ? undefined : <span role="status">{status}</span>}
      >
        {action(shownName(profileName) || t('Member'))}
      </PersonRow>
    </li>
  );
}
