// /games/leaderboard: members who agreed to be listed, most points first, for all games or one.
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Board } from '#shared/rules/games.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeletons } from '#client/ui/Skeleton.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';
import { PodiumIcon } from './game-icons.ts';
import { leaderboardQuery, ownGamesQuery } from './games.queries.ts';
import './leaderboard.css';

const boards = {
  all: 'All',
  gptbuster: 'GPT Buster',
  ratinggame: 'Rating Game',
  photocrop: 'Photo Cropping',
  welcome: 'Hellos',
} as const satisfies Record<Board, string>;

export function LeaderboardScreen() {
  const [board, setBoard] = useState<Board>('all');
  const { data: own } = useQuery(ownGamesQuery);
  return (
    <Page title="Leaderboard" width="reading" hasBack>
      {own !== undefined && !own.consents.leaderboard && (
        <Notice isStill>
          Only members who agreed are here, so you are not.{' '}
          <Link to="/settings" hash="games">
            Show me too
          </Link>
        </Notice>
      )}
      <Tabs label="Games" tabs={boards} selected={board} onSelect={setBoard}>
        <Rows key={board} board={board} />
      </Tabs>
    </Page>
  );
}

function Rows({ board }: { readonly board: Board }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(leaderboardQuery(board));
  if (data === undefined)
    return (
      <NotLoaded error={error} onRetry={refetch}>
        <Skeletons count={6} shape="line" />
      </NotLoaded>
    );
  const rows = data.pages.flat();
  if (rows.length === 0)
    return (
      <EmptyState icon={PodiumIcon} text="Nobody has shown points here yet.">
        <Link to="/games" className={buttonClass({ look: 'main' })}>
          Play
        </Link>
      </EmptyState>
    );
  return (
    <>
      <ol className="list-rows board">
        {rows.map(({ profile, points }) => (
          <MemberRow
            key={profile.profileId}
            profileId={profile.profileId}
            profile={profile}
            word=""
            action={() => (
              <span className="board-points">
                <strong>{points}</strong> <span className="soft small">{points === 1 ? 'point' : 'points'}</span>
              </span>
            )}
          />
        ))}
      </ol>
      {hasNextPage && <LoadMore isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
    </>
  );
}
