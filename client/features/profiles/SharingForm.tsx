// The form that shares one's private pictures with a member for a time, or ends that.
import { t } from '#client/device/texts.ts';
import { rich } from '#client/ui/rich.tsx';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { PicGrant } from '#shared/contract/grants.ts';
import { dayMs, hourMs, weekMs } from '#shared/rules/durations.ts';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { Button } from '#client/ui/Button.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { accessText } from './access-text.ts';
import { useRevokeGrants, useShare, type GrantDuration } from './private-access.queries.ts';

const durations = [
  ['For 1 hour', hourMs],
  ['For 24 hours', dayMs],
  ['For 7 days', weekMs],
  ['Until I take it back', null],
] as const satisfies readonly (readonly [label: string, lastsMs: GrantDuration])[];

interface SharingFormProps {
  readonly profileId: string;
  readonly grant: PicGrant | undefined;
  readonly hasPrivate: boolean;
  readonly onDone: () => void;
}

export function SharingForm({ profileId, grant, hasPrivate, onDone }: SharingFormProps) {
  const { data: settings } = useQuery(settingsQuery);
  const isSeenByNobody = settings !== undefined && (settings.privatePictures ?? 'nobody') === 'nobody';
  const sharing = useShare(profileId);
  const revoking = useRevokeGrants(profileId);
  const isBusy = sharing.isPending || revoking.isPending;
  return (
    <div className="stack">
      {grant !== undefined && (
        <>
          <p>{t('{sentence}.', { sentence: accessText(grant) })}</p>
          <Button look="danger" disabled={isBusy} onClick={() => revoking.mutate(undefined, { onSuccess: onDone })}>
            {t('Take back')}
          </Button>
        </>
      )}
      {hasPrivate && (
        <>
          <p>
            {grant?.isGranted === true
              ? t('They can see all your private pictures. Choose again to change the time:')
              : t('They get a notification and can see all your private pictures:')}
          </p>
          <NeedsProfile>
            {durations.map(([label, lastsMs]) => (
              <Button key={label} disabled={isBusy} onClick={() => sharing.mutate(lastsMs, { onSuccess: onDone })}>
                {t(label)}
              </Button>
            ))}
          </NeedsProfile>
        </>
      )}
      {settings?.privatePictures === 'everyone' && (
        <p className="soft small">
          {rich(t('Right now every member with NSFW pictures on sees them. <a>Change this</a>'), {
            a: (text) => (
              <Link to="/profileEdit" hash="private-access" replace>
                {text}
              </Link>
            ),
          })}
        </p>
      )}
      {isSeenByNobody && (
        <p className="soft small">
          {t('Right now nobody sees them. If you share them, all members you shared them with before see them again.')}
        </p>
      )}
      {(sharing.isError || revoking.isError) && <Notice tone="warning">{t('That didn’t work. Please try again.')}</Notice>}
    </div>
  );
}
