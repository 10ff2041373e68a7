// A row of members' faces with name and distance below. Each face leads to the profile.
import { LoadingText } from '#client/ui/Skeleton.tsx';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { faceTransitionFrom } from '#client/ui/face-transition.ts';
import { RovingList } from '#client/ui/RovingList.tsx';
import { OnlineDot } from './OnlineDot.tsx';
import { Avatar } from './ProfilePicture.tsx';
import { ShownName } from './ShownName.tsx';
import { useDistanceTexts } from './use-shown-distance.ts';
import { useOnline } from './use-online.ts';
import './faces.css';

export function Faces({ of }: { readonly of: readonly ProfileBrief[] }) {
  const online = useOnline(useMemo(() => of.map(({ profileId }) => profileId), [of]));
  const distanceTo = useDistanceTexts();
  return (
    <RovingList className="faces">
      {of.map((brief) => {
        const { profileId, profileName } = brief;
        return (
          <li key={profileId}>
            <Link to="/profile/$profileId" params={{ profileId }} className="face" onClick={faceTransitionFrom(profileId)}>
              <span className="has-dot">
                <Avatar of={brief} name={profileName} profileId={profileId} sizes="80px" isFirst />
                {online.has(profileId) && <OnlineDot />}
              </span>
              <span dir="auto" className="face-name">
                <ShownName name={profileName} />
              </span>
              <span className="face-distance">{distanceTo(brief)}</span>
            </Link>
          </li>
        );
      })}
    </RovingList>
  );
}

export function FacesSkeleton({ count }: { readonly count: number }) {
  return (
    <div className="faces" aria-busy="true">
      <LoadingText />
      {Array.from({ length: count }, (_, index) => (
        <span key={index} className="face" aria-hidden="true">
          <span className="skeleton avatar" />
          <span className="skeleton face-name" />
        </span>
      ))}
    </div>
  );
}
