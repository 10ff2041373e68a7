// A person in a list of the member's own, such as blocked members: a row with a status and an action.
import type { ReactNode } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import { PersonRow } from './Person.tsx';

export interface MemberRowProps {
  readonly profile: ReducedBrief;
  readonly status: string;
  /** Receives the shown name. */
  readonly action: (name: string) => ReactNode;
}

/** Belongs in a list with the class `person-list`. */
export function MemberRow({ profile, status, action }: MemberRowProps) {
  const { profileId, profileName } = profile;
  return (
    <li>
      <PersonRow
        profileId={profileId}
        name={profileName}
        of={profile}
        className="member-row"
        line={<span role="status">{status}</span>}
      >
        {action(shownName(profileName) || 'Member')}
      </PersonRow>
    </li>
  );
}
