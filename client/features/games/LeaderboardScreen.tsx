// The leaderboard (/games/leaderboard): members who agreed to be listed, for all games or a single one.
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { numberText } from '#shared/formats/numbers.ts';
import { counted } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import type { Board } from '#shared/rules/games.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';
import { QueryState } from '#client/net/QueryState.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { LoadMore } from '#client/ui/LoadMore.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { SkeletonPeople } from '#client/ui/Skeleton.tsx';
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
  return (
    <Page title="Leaderboard" width="reading" hasBack>
      <Tabs label="Games" tabs={boards} selected={board} onSelect={setBoard}>
        <BoardRows key={board} board={board} />
      </Tabs>
    </Page>
  );
}

function BoardRows({ board }: { readonly board: Board }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(leaderboardQuery(board));
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<SkeletonPeople count={8} />} />;
  const rows = data.pages.flat();
  if (rows.length === 0)
    return (
      <EmptyState icon={PodiumIcon} text="Nobody is listed here yet.">
        <Link to="/games" className={buttonClass({ look: 'main' })}>
          Play
        </Link>
      </EmptyState>
    );
  return (
    <>
      <ol className="person-list board">
        {rows.map(({ profile, points }) => (
          <MemberRow
            key={profile.profileId}
            profile={profile}
            status=""
            action={() => (
              <span className="board-points">
                <strong>{numberText(points, locale())}</strong>{' '}
                <span className="soft small">{counted(points, { one: 'point', other: 'points' }, locale())}</span>
              </span>
            )}
          />
        ))}
      </ol>
      {hasNextPage ? <LoadMore isLoading={isFetchingNextPage} onMore={() => void fetchNextPage()} /> : <Unlisted />}
    </>
  );
}

/** Shown below the list, so that the list does not move when it appears. */
function Unlisted() {
  const { data: own } = useQuery(ownGamesQuery);
  if (own === undefined || own.consents.leaderboard) return null;
  return (
    <Notice isStatic>
      Only members who agreed are listed, so you aren’t.{' '}
      <Link to="/settings" hash="games">
        Show me too
      </Link>
    </Notice>
  );
}
