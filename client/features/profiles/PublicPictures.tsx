// The public pictures of a profile after the first, under a heading.
import { t } from '#client/device/texts.ts';
import type { Profile } from '#shared/contract/profiles.ts';
import { ProfilePictures } from './ProfilePictures.tsx';

export function PublicPictures({ profile }: { readonly profile: Profile }) {
  const ids = profile.profilePicIds;
  if (ids.length === 1) return null;
  return (
    <section className="profile-pictures stack">
      {ids.length > 1 && <h2>{t('Pictures')}</h2>}
      <ProfilePictures profile={profile} ids={ids} emptyText={t('No public pics')} />
    </section>
  );
}
