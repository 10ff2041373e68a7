// The member's own face and name, as a link to the editor of their profile.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { Person } from './Person.tsx';
import { useOwnProfile } from './profiles.queries.ts';

export function OwnPerson() {
  const { profile } = useOwnProfile();
  return (
    <Link to="/profileEdit" className="person-link own-person">
      <Person
        profileId={useOwnProfileId()}
        name={profile?.profilename ?? ''}
        of={profile ?? { profilePicIds: [] }}
        line={t('Edit profile')}
      />
    </Link>
  );
}
