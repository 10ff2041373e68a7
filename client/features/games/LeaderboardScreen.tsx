// The leaderboard (/games/leaderboard): members who agreed to be listed, for all games or a single one.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
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
import { rich } from '#client/ui/rich.tsx';
import { PodiumIcon } from './game-icons.ts';
import { leaderboardQuery, ownGamesQuery } from './games.queries.ts';
import '#client/ui/split.css';
import './leaderboard.css';

const boardNames = (): Readonly<Record<Board, string>> => ({
  all: t('games|All'),
  gptbuster: t('GPT Buster'),
  ratinggame: t('Rating Game'),
  photocrop: t('Photo Cropping'),
  welcome: t('Hellos'),
});

export function LeaderboardScreen() {
  const [board, setBoard] = useState<Board>('all');
  return (
    <Page title={t('Leaderboard')} width="split" hasBack>
      <div className="split split-tabbed">
        <Tabs label={t('Games')} tabs={boardNames()} selected={board} onSelect={setBoard}>
          <BoardRows key={board} board={board} />
        </Tabs>
      </div>
    </Page>
  );
}

function BoardRows({ board }: { readonly board: Board }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useInfiniteQuery(
    leaderboardQuery(board),
  );
  const own = useQuery(ownGamesQuery);
  // What is said beside the list depends on whether the member is listed.
  if (data === undefined || own.isLoading)
    return (
      <QueryState
        error={error}
        refetch={refetch}
        skeleton={
          <div className="split-stage board-loading">
            <SkeletonPeople count={10} />
          </div>
        }
      />
    );
  const rows = data.pages.flat();
  if (rows.length === 0)
    return (
      <EmptyState icon={PodiumIcon} text={t('Nobody is listed here yet.')}>
        <p>{t('New points appear here by the next day.')}</p>
        <Link to="/games" className={buttonClass({ look: 'main' })}>
          {t('game|Play')}
        </Link>
      </EmptyState>
    );
  return (
    <div className="split-body">
      <div className="split-stage">
        <ol className="person-list board">
          {rows.map(({ profile, points }) => (
            <MemberRow
              key={profile.profileId}
              profile={profile}
              // Equal points have the same place.
              place={rows.findIndex((row) => row.points === points) + 1}
              action={() => (
                <span className="board-points">
                  {rich(
                    tCount(points, {
                      one: '<number>#</number> <unit>point</unit>',
                      other: '<number>#</number> <unit>points</unit>',
                    }),
                    {
                      number: (text) => <strong>{text}</strong>,
                      unit: (text) => <span className="soft small">{text}</span>,
                    },
                  )}
                </span>
              )}
            />
          ))}
        </ol>
        {hasNextPage && (
          <LoadMore isLoading={isFetchingNextPage} isFailed={isFetchNextPageError} onMore={() => void fetchNextPage()} />
        )}
      </div>
      <div className="split-panel split-card">
        {own.data?.consents.leaderboard === false && <Unlisted />}
        <p className="soft small">{t('New points appear here by the next day.')}</p>
      </div>
    </div>
  );
}

const Unlisted = () => (
  <Notice isStatic>
    {rich(t('Only members who agreed are listed, so you aren’t. <show>Show me too</show>'), {
      show: (text) => (
        <Link to="/settings" hash="games">
          {text}
        </Link>
      ),
    })}
  </Notice>
);
