// Shows the profile of the top card's member beside the card, on wide or low screens.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useLayoutEffect } from 'react';
import type { ProfileBrief } from '#shared/contract/profiles.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { mediaHook } from '#client/ui/media-hook.ts';
import { Skeleton } from '#client/ui/Skeleton.tsx';

const ProfileDetails = lazyPart(() => import('#client/features/profiles/ProfileDetails.tsx'), 'ProfileDetails');
const PublicPictures = lazyPart(() => import('#client/features/profiles/PublicPictures.tsx'), 'PublicPictures');

/** The same sizes as in deck.css, which puts the profile below the card if the text is large. */
export const useHasRoomBeside = mediaHook('(min-width: 900px), (max-height: 480px) and (min-width: 560px)');

export interface DeckProfileProps {
  readonly brief: ProfileBrief;
  /** The member of the next card. Their profile is loaded in advance. */
  readonly nextId: string | undefined;
}

export const DeckProfile = (props: DeckProfileProps) => (useHasRoomBeside() ? <Shown {...props} /> : null);

function Shown({ brief: { profileId, profileName }, nextId = '' }: DeckProfileProps) {
  const { data: profile, error, refetch } = useQuery(profileQuery(profileId));
  useQuery(profileQuery(nextId));
  // Each profile is shown from its top.
  useLayoutEffect(() => void scrollTo(0, 0), [profileId]);
  const skeleton = <Skeleton shape="card" />;
  return (
    <section key={profileId} className="deck-profile" aria-labelledby="deck-profile">
      <h2 id="deck-profile">{t('About {name}', { name: profileName })}</h2>
      {profile === undefined ? (
        <QueryState error={error} refetch={refetch} skeleton={skeleton} />
      ) : (
        <Suspense fallback={skeleton}>
          <ProfileDetails profile={profile} />
          <PublicPictures profile={profile} />
          {profile.description + profile.characteristics.join('') === '' && <p className="soft">{t('Nothing yet.')}</p>}
        </Suspense>
      )}
    </section>
  );
}
