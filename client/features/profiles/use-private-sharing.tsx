// The menu item on a profile that shares one's private pictures with the member, or ends that.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type ReactNode } from 'react';
import { Dialog } from '#client/ui/Dialog.tsx';
import type { MenuChoice } from '#client/ui/MenuBeside.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { useOwnProfile } from '#client/people/profiles.queries.ts';
import { grantQuery } from './private-access.queries.ts';

const SharingForm = lazyPart(() => import('./SharingForm.tsx'), 'SharingForm');

export interface PrivateSharing {
  /** Null until it is loaded, and if there is nothing to share or to end. */
  readonly choice: MenuChoice | null;
  /** Render it outside of the menu, because the menu closes. */
  readonly dialog: ReactNode;
}

export function usePrivateSharing(profileId: string): PrivateSharing {
  const hasPrivate = (useOwnProfile().profile?.profilePicIdsPrivate.length ?? 0) > 0;
  const { data } = useQuery(grantQuery(profileId));
  const [isOpen, setOpen] = useState(false);
  const grant = data?.[0];
  if (data === undefined || (!hasPrivate && grant === undefined)) return { choice: null, dialog: null };
  const isShared = grant?.isGranted === true;
  return {
    choice: {
      text: isShared ? t('Unshare private pictures') : t('Share private pictures'),
      icon: PictureIcon,
      onChoose: () => setOpen(true),
    },
    dialog: (
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={isShared ? t('Private pictures are shared') : t('Share private pictures')}
      >
        <Suspense fallback={<SkeletonList count={4} shape="line" />}>
          <SharingForm profileId={profileId} grant={grant} hasPrivate={hasPrivate} onDone={() => setOpen(false)} />
        </Suspense>
      </Dialog>
    ),
  };
}
