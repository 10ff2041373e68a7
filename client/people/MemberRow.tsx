// A member in a list of settings: picture, name with a link to the profile, a status, and actions.
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import { limits } from '#shared/rules/limits.ts';
import { shownName } from '#shared/rules/text.ts';
import { ProfilePicture } from './ProfilePicture.tsx';
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
  const name = shownName(whole, limits.profileNameShown);
  return (
    <li className="list-row">
      <ProfilePicture
        id={profile.profilePicIds[0]}
        name={name}
        sizes="48px"
        placeholder={profile.picPlaceholders?.[0]}
        isAvatar
      />
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
