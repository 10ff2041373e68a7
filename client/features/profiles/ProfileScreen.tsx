// /profile/{id}: a member's profile with actions. If there is none, it redirects to the member's own profile.
import { t } from '#client/device/texts.ts';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect } from 'react';
import { isUuid } from '#shared/rules/uuid.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { Refused } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { isConflict } from '#client/offline/outbox/outbox-entries.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { useReporting, type Reporting } from '#client/features/reports/use-reporting.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { say } from '#client/ui/header-messages.ts';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { isUnsent, profileQueue, withWrites } from '#client/people/profile-writes.ts';
import { profileQuery } from '#client/people/profiles.queries.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { MemberBar, OwnBar, type ProfileBarProps } from './ProfileBar.tsx';
import { ProfileSkeleton, ProfileView } from './ProfileView.tsx';

const NoteEditor = lazyPart(() => import('#client/features/notes/NoteEditor.tsx'), 'NoteEditor');

const VouchedFor = lazyPart(() => import('#client/features/games/VouchedFor.tsx'), 'VouchedFor');

const noticeMs = 6_000;

export function ProfileScreen() {
  const { profileId = '' } = useParams({ strict: false });
  const reporting = useReporting({ kind: 'profile', itemId: profileId, profileId });
  return (
    <>
      <ShownProfile profileId={profileId} reporting={reporting} />
      {reporting.dialog}
    </>
  );
}

function ShownProfile({ profileId, reporting }: { readonly profileId: string; readonly reporting: Reporting }) {
  const ownId = useOwnProfileId();
  const isValidId = isUuid(profileId);
  const { data: profile, dataUpdatedAt, error, refetch } = useQuery(profileQuery(isValidId ? profileId : ''));
  const writes = usePending(isUnsent);
  const isUnavailable = !isValidId || (error instanceof Refused && error.status === 404);
  useRedirectToOwnProfile(isUnavailable && profileId !== ownId && !reporting.isOpen);

  if (profile !== undefined && !isUnavailable) {
    const isOwn = profileId === ownId;
    const bar = { profileId, name: profile.profilename };
    return (
      <ProfileView
        key={profileId}
        profile={isOwn ? withWrites(profile, writes) : profile}
        asOfMs={dataUpdatedAt}
        isOwn={isOwn}
        footer={!isOwn && <MemberFooter profileId={profileId} />}
      >
        {isOwn ? <OwnActions {...bar} /> : <MemberBar {...bar} reporting={reporting} />}
      </ProfileView>
    );
  }
  if (isUnavailable || error === null) return <ProfileSkeleton key={profileId} isOwn={isUnavailable || profileId === ownId} />;
  return (
    <Page title={t('Profile')} back={<BackButton />}>
      <QueryState error={error} refetch={refetch} />
    </Page>
  );
}

function MemberFooter({ profileId }: { readonly profileId: string }) {
  return (
    <Suspense fallback={null}>
      <NoteEditor aboutProfileId={profileId} />
      <VouchedFor profileId={profileId} />
    </Suspense>
  );
}

function OwnActions(bar: ProfileBarProps) {
  const failed = usePending(profileQueue).filter(({ state }) => state === 'failed');
  return (
    <>
      <OwnBar {...bar} />
      {failed.length > 0 && (
        <Notice tone="warning">
          {failed.some(isConflict)
            ? t('Two of your devices changed the same thing. Choose in the editor which one to keep.')
            : t('One of your changes could not be saved. Open the editor to see why.')}
        </Notice>
      )}
    </>
  );
}

function useRedirectToOwnProfile(isDue: boolean): void {
  const navigate = useNavigate();
  const profileId = useOwnProfileId();
  useEffect(() => {
    if (!isDue || profileId === '') return;
    say(t('That profile is not available.'), 'notice', noticeMs);
    // A second view transition would interrupt the one to this screen.
    void navigate({ to: '/profile/$profileId', params: { profileId }, replace: true, viewTransition: false });
  }, [isDue, profileId, navigate]);
}
