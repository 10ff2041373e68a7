// A member in a list of settings: picture, name with a link to the profile, a status, and actions.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { shownName } from '#shared/rules/text.ts';
import { Avatar } from './ProfilePicture.tsx';
import '#client/ui/list-rows.css';

export interface MemberRowProps {
  readonly profileId: string;
  readonly profile: ReducedBrief;
  /** Announced when it changes; empty is nothing to say. */
  readonly word: string;
  /** The actions on this member, given the name as it is shown. */
  readonly action: (name: string) => ReactNode;
}

export function MemberRow({ profileId, profile, word, action }: MemberRowProps) {
  const whole = profile.profileName || 'Member';
  const name = shownName(whole);
  return (
    <li className="list-row">
      <Avatar of={profile} name={name} sizes="48px" />
      <span className="grow list-row-words">
        <Link to="/profile/$profileId" params={{ profileId }} title={whole}>
          {name}
        </Link>
        <span className="soft small" role="status">
          {word}
        </span>
      </span>
      {action(name)}
    </li>
  );
}
