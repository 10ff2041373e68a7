// A notice that a like or block is waiting for a connection.
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
  const subject = blocked === undefined ? 'Your like' : blocked ? 'Your block' : 'Unblocking';
  return `${subject} is waiting for a connection.`;
}
