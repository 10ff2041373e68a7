// A member in a list: picture, name with a link to the profile, status, and an action.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import { Avatar } from './ProfilePicture.tsx';
import '#client/ui/list-rows.css';

export interface MemberRowProps {
  readonly profileId: string;
  readonly profile: ReducedBrief;
  readonly status: string;
  /** Receives the shown name. */
  readonly action: (name: string) => ReactNode;
}

export function MemberRow({ profileId, profile, status, action }: MemberRowProps) {
  const whole = profile.profileName || 'Member';
  const name = shownName(whole);
  return (
    <li className="list-row">
      <Avatar of={profile} name={name} sizes="48px" />
      <span className="grow list-row-text">
        <Link to="/profile/$profileId" params={{ profileId }} title={whole}>
          {name}
        </Link>
        <span className="soft small" role="status">
          {status}
        </span>
      </span>
      {action(name)}
    </li>
  );
}
