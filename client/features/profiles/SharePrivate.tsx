// The menu item on a profile that shares one's private pictures with the member, or ends that.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { PicGrant } from '#shared/contract/grants.ts';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import type { MenuChoice } from '#client/ui/MenuBeside.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { PictureIcon } from '#client/ui/icons.tsx';
import { accessText } from './access-text.ts';
import { grantQuery, useShare, useRevokeGrants, type GrantDuration } from './private-access.queries.ts';
import { useOwnProfile } from '#client/people/profiles.queries.ts';

const durations: readonly (readonly [label: string, lastsMs: GrantDuration])[] = [
  ['For 1 hour', 3_600_000],
  ['For 24 hours', 86_400_000],
  ['For 7 days', 604_800_000],
  ['Until I take it back', null],
];

export interface PrivateSharing {
  /** Null if there is nothing to share or to end. */
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
      text: isShared ? 'Unshare private pictures' : 'Share private pictures',
      icon: PictureIcon,
      onChoose: () => setOpen(true),
    },
    dialog: (
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={isShared ? 'Private pictures are shared' : 'Share private pictures'}
      >
        <SharingForm profileId={profileId} grant={grant} hasPrivate={hasPrivate} onDone={() => setOpen(false)} />
      </Dialog>
    ),
  };
}

interface SharingFormProps {
  readonly profileId: string;
  readonly grant: PicGrant | undefined;
  readonly hasPrivate: boolean;
  readonly onDone: () => void;
}

function SharingForm({ profileId, grant, hasPrivate, onDone }: SharingFormProps) {
  const { data: settings } = useQuery(settingsQuery);
  const isSeenByNobody = settings !== undefined && (settings.privatePictures ?? 'nobody') === 'nobody';
  const sharing = useShare(profileId);
  const revoking = useRevokeGrants(profileId);
  const isBusy = sharing.isPending || revoking.isPending;
  return (
    <div className="stack">
      {grant !== undefined && (
        <>
          <p>{accessText(grant)}.</p>
          <Button look="danger" disabled={isBusy} onClick={() => revoking.mutate(undefined, { onSuccess: onDone })}>
            Take back
          </Button>
        </>
      )}
      {hasPrivate && (
        <>
          <p>
            They get a notification and can see all your private pictures
            {grant?.isGranted === true ? '; choose again to change the time' : ''}:
          </p>
          <NeedsProfile>
            {durations.map(([label, lastsMs]) => (
              <Button key={label} disabled={isBusy} onClick={() => sharing.mutate(lastsMs, { onSuccess: onDone })}>
                {label}
              </Button>
            ))}
          </NeedsProfile>
        </>
      )}
      {settings?.privatePictures === 'everyone' && (
        <p className="soft small">
          Right now every member with NSFW pictures on sees them.{' '}
          <Link to="/profileEdit" hash="private-access" replace>
            Change this
          </Link>
        </p>
      )}
      {isSeenByNobody && (
        <p className="soft small">Right now nobody sees them. If you share them, every member you have shared them with does.</p>
      )}
      {(sharing.isError || revoking.isError) && <Notice tone="warning">That did not work. Please try again.</Notice>}
    </div>
  );
}
