// The blocked members, with buttons to unblock them.
import { useInfiniteQuery } from '@tanstack/react-query';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';
import { blockedQuery, useSetBlocked } from '#client/features/likes/blocked.queries.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';

export function BlockedMembers() {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    blockedQuery(useOwnProfileId()),
  );
  if (data === undefined) return <QueryState error={error} refetch={refetch} />;
  const blocked = data.pages.flat();
  if (blocked.length === 0)
    return (
      <p className="soft">
        You haven’t blocked anyone. Members you block can’t find you or write to you, and they are not notified.
      </p>
    );
  return (
    <>
      <p className="soft">They can’t find you or write to you. To them it looks as if you had left.</p>
      <ul className="list-rows">
        {blocked.map((like) => (
          <Row key={like.likedProfileId} like={like} />
        ))}
      </ul>
      {hasNextPage && (
        <Button disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {isFetchingNextPage ? 'Loading...' : 'Show more'}
        </Button>
      )}
    </>
  );
}

function Row({ like: { profile, likedProfileId } }: { readonly like: ProfileLikeListed }) {
  const saving = useSetBlocked(likedProfileId);
  // A change counts once it is stored.
  const { variables: next = true, isSuccess } = saving;
  const isBlocked = saving.isIdle || next === isSuccess;
  return (
    <MemberRow
      profileId={likedProfileId}
      profile={profile}
      status={saving.isError ? 'That could not be saved. Please try again.' : isBlocked ? '' : 'No longer blocked'}
      action={(name) => (
        <Button
          disabled={saving.isPending}
          onClick={() => saving.mutate(!isBlocked)}
          aria-label={isBlocked ? `Unblock ${name}` : `Block ${name} again`}
        >
          {isBlocked ? 'Unblock' : 'Undo'}
        </Button>
      )}
    />
  );
}
