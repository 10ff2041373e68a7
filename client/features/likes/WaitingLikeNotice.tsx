// A notice that a like or block is waiting for a connection.
import { t } from '#client/device/texts.ts';
import { OfflineIcon } from '#client/ui/icons.tsx';
import { useLike } from './likes.queries.ts';
import './likes.css';

export function WaitingLikeNotice({ profileId }: { readonly profileId: string }) {
  const { waiting } = useLike(profileId);
  return (
    <p className="like-waiting soft small" role="status">
      {waiting !== null && (
        <>
          <OfflineIcon />
          {waitingText(waiting)}
        </>
      )}
    </p>
  );
}

function waitingText({ blocked }: { readonly blocked?: boolean }): string {
  if (blocked === undefined) return t('Your like is waiting for a connection.');
  return blocked ? t('Your block is waiting for a connection.') : t('Unblocking is waiting for a connection.');
}
