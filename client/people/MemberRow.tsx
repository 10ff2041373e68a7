// A member in a list: picture, name with a link to the profile, status, and an action.
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
  readonly status: string;
  /** Receives the shown name. */
  readonly action: (name: string) => ReactNode;
}

export function MemberRow({ profileId, profile, status, action }: MemberRowProps) {
  const fullName = profile.profileName || 'Member';
  const name = shownName(fullName, limits.profileNameShown);
  return (
    <li className="list-row">
      <ProfilePicture
        id={profile.profilePicIds[0]}
        name={name}
        sizes="48px"
        placeholder={profile.picPlaceholders?.[0]}
        isAvatar
      />
      <span className="grow list-row-text">
        <Link to="/profile/$profileId" params={{ profileId }} title={fullName}>
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
