// The blocked members, with buttons to unblock them.
import { t } from '#client/device/texts.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProfileLikeListed } from '#shared/contract/likes.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';
import { blockedQuery, useSetBlocked } from '#client/features/likes/blocked.queries.ts';
import { MorePages } from '#client/net/MorePages.tsx';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SkeletonPeople } from '#client/ui/Skeleton.tsx';

export function BlockedMembers() {
  const query = useInfiniteQuery(blockedQuery(useOwnProfileId()));
  const { data, error, refetch } = query;
  // A member who was unblocked stays in the list until the screen is left, so that they can be blocked again.
  const [seen] = useState(() => new Map<string, ProfileLikeListed>());
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<SkeletonPeople count={2} />} />;
  const blocked = data.pages.flat();
  for (const like of blocked) seen.set(like.likedProfileId, like);
  if (seen.size === 0)
    return (
      <p className="soft">
        {t('You haven’t blocked anyone. Members you block can’t find you or write to you, and they are not notified.')}
      </p>
    );
  return (
    <>
      <p className="soft">{t('They can’t find you or write to you. To them it looks as if you had left.')}</p>
      <ul className="person-list">
        {[...seen.values()].map((like) => (
          <Row key={like.likedProfileId} like={like} isListed={blocked.includes(like)} />
        ))}
      </ul>
      <MorePages query={query} />
    </>
  );
}

interface RowProps {
  readonly like: ProfileLikeListed;
  readonly isListed: boolean;
}

function Row({ like: { profile, likedProfileId }, isListed }: RowProps) {
  const saving = useSetBlocked(likedProfileId);
  // The row changes when the change is stored.
  const { variables: next, isSuccess } = saving;
  const isBlocked = next === undefined ? isListed : next === isSuccess;
  return (
    <MemberRow
      profile={profile}
      status={saving.isError ? t('That couldn’t be saved. Please try again.') : isBlocked ? '' : t('No longer blocked')}
      action={(name) => (
        <Button
          isOff={saving.isPending}
          onClick={() => saving.mutate(!isBlocked)}
          aria-label={isBlocked ? t('Unblock {name}', { name }) : t('Block {name} again', { name })}
        >
          {isBlocked ? t('Unblock') : t('Undo')}
        </Button>
      )}
    />
  );
}
