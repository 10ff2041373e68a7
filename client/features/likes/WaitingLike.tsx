// A note that a like or block is waiting on this device for a connection.
import { OfflineIcon } from '#client/ui/icons.tsx';
import { useLike } from './likes.queries.ts';
import './likes.css';

export function WaitingLike({ profileId }: { readonly profileId: string }) {
  const { waiting } = useLike(profileId);
  return (
    <p className="like-waiting soft small" role="status">
      {waiting !== null && (
        <>
          <OfflineIcon />
          {wordsOf(waiting)}
        </>
      )}
    </p>
  );
}

function wordsOf({ blocked }: { readonly blocked?: boolean }): string {
  const what = blocked === undefined ? 'Your like' : blocked ? 'Your block' : 'Unblocking';
  return `${what} is waiting for a connection.`;
}
