// /profile/{id}: a member's profile with actions; redirects to the own profile for an unavailable id.
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect } from 'react';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { BlockButton } from '#client/features/likes/BlockButton.tsx';
import { ReportButton } from '#client/features/reports/ReportButton.tsx';
import { Refused } from '#client/net/errors.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { isConflict } from '#client/offline/outbox/outbox-entries.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { buttonClass } from '#client/ui/Button.tsx';
import { say } from '#client/ui/header-messages.ts';
import { PencilIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { MemberActions } from './MemberActions.tsx';
import { isUnderWay, profileQueue, withWrites } from '#client/people/profile-writes.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { ProfileSkeleton, ProfileView } from './ProfileView.tsx';

const NoteEditor = lazy(() =>
  import('#client/features/notes/NoteEditor.tsx').then(({ NoteEditor }) => ({ default: NoteEditor })),
);

const VouchedFor = lazy(() =>
  import('#client/features/games/VouchedFor.tsx').then(({ VouchedFor }) => ({ default: VouchedFor })),
);

const notThereNoticeMs = 6_000;
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function ProfileScreen() {
  const { profileId = '' } = useParams({ strict: false });
  const ownId = useOwnProfileId();
  const isKnown = idShape.test(profileId);
  const { data: profile, dataUpdatedAt, error, refetch } = useQuery(profileQuery(isKnown ? profileId : ''));
  const writes = usePending(isUnderWay);
  const isNotThere = !isKnown || (error instanceof Refused && error.status === 404);
  useWayToOwnProfile(isNotThere && profileId !== ownId, profileId !== '');

  if (profile !== undefined && !isNotThere) {
    const isOwn = profileId === ownId;
    return (
      <ProfileView
        key={profileId}
        profile={isOwn ? withWrites(profile, writes) : profile}
        asOfMs={dataUpdatedAt}
        isOwn={isOwn}
        foot={!isOwn && <OthersFoot profileId={profileId} />}
      >
        {isOwn ? <OwnActions /> : <MemberActions profileId={profileId} />}
      </ProfileView>
    );
  }
  return (
    <NotLoaded error={isNotThere ? null : error} onRetry={refetch}>
      <ProfileSkeleton />
    </NotLoaded>
  );
}

/** Parts only this member sees, and rare actions. */
function OthersFoot({ profileId }: { readonly profileId: string }) {
  return (
    <>
      <Suspense fallback={null}>
        <VouchedFor profileId={profileId} />
        <NoteEditor aboutProfileId={profileId} />
      </Suspense>
      <BlockButton profileId={profileId} />
      <ReportButton kind="profile" itemId={profileId} />
    </>
  );
}

function OwnActions() {
  const left = usePending(profileQueue).filter(({ state }) => state === 'failed');
  return (
    <>
      <Link to="/profileEdit" className={buttonClass({ look: 'main' })}>
        <PencilIcon />
        Edit profile
      </Link>
      {left.length > 0 && (
        <Notice tone="warning">
          {left.some(isConflict)
            ? 'Two of your devices changed the same thing. Choose in the editor which one to keep.'
            : 'One of your changes could not be saved. The editor says why.'}
        </Notice>
      )}
    </>
  );
}

function useWayToOwnProfile(isDue: boolean, wasAsked: boolean): void {
  const navigate = useNavigate();
  const profileId = useOwnProfileId();
  useEffect(() => {
    if (!isDue || profileId === '') return;
    if (wasAsked) say('That profile is not available.', 'notice', notThereNoticeMs);
    // The transition to this screen may still be running: a second one would cut it off.
    void navigate({ to: '/profile/$profileId', params: { profileId }, replace: true, viewTransition: false });
  }, [isDue, wasAsked, profileId, navigate]);
}
