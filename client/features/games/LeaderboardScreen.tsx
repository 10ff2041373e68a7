// The leaderboard (/games/leaderboard): members who agreed to be listed, for all games or a single one.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BoardRow, OwnGames } from '#shared/contract/games.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { welcomeRules } from '#shared/rules/community.ts';
import { isRanked, pointsFor, type Board } from '#shared/rules/games.ts';
import { locale } from '#client/device/locale.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';
import { MorePages } from '#client/net/MorePages.tsx';
import { QueryState } from '#client/net/QueryState.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton, SkeletonPeople } from '#client/ui/Skeleton.tsx';
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
    <Page title={t('Leaderboard')} width="split" back={<BackButton />}>
      <div className="split split-tabbed board-screen">
        <Tabs label={t('Games')} tabs={boardNames()} selected={board} onSelect={setBoard}>
          <BoardRows key={board} board={board} />
        </Tabs>
      </div>
    </Page>
  );
}

const BoardSkeleton = () => (
  <div className="split-body">
    <div className="split-panel split-card board-panel">
      <p className="board-own">
        <Skeleton />
      </p>
    </div>
    <div className="split-stage board-loading">
      <SkeletonPeople count={10} />
    </div>
  </div>
);

function BoardRows({ board }: { readonly board: Board }) {
  const query = useInfiniteQuery(leaderboardQuery(board));
  const { data, error, refetch, hasNextPage, isFetchingNextPage } = query;
  const own = useQuery(ownGamesQuery);
  // The line above the list depends on whether the member is listed.
  if (data === undefined || own.isLoading) return <QueryState error={error} refetch={refetch} skeleton={<BoardSkeleton />} />;
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
      <div className="split-panel split-card board-panel">
        {own.data && <OwnLine board={board} own={own.data} rows={rows} />}
        <div className="board-note stack soft small">
          <p>{howPointsAreEarned()}</p>
          <p>{t('New points appear here by the next day.')}</p>
        </div>
      </div>
      <div className="split-stage">
        <ol className="person-list board">
          {rows.map(({ profile, points }) => (
            <MemberRow
              key={profile.profileId}
              profile={profile}
              place={placeOf(points, rows)}
              action={() => <Points points={points} />}
            />
          ))}
        </ol>
        {hasNextPage && (
          <div className="board-more" aria-busy={isFetchingNextPage}>
            <MorePages query={query} />
            {isFetchingNextPage && <SkeletonPeople count={4} />}
          </div>
        )}
      </div>
    </div>
  );
}

function howPointsAreEarned(): string {
  const text = (points: number): string => numberText(points, locale());
  return t('Points: {guess} for a right guess, {crop} for an accepted crop, {hello} for an answered hello.', {
    guess: text(pointsFor.gptbuster),
    crop: text(pointsFor.photocrop),
    hello: text(welcomeRules.points),
  });
}

/** Members with equal points share a place. */
const placeOf = (points: number, rows: readonly BoardRow[]): number => rows.findIndex((row) => row.points === points) + 1;

interface OwnLineProps {
  readonly board: Board;
  readonly own: OwnGames;
  readonly rows: readonly BoardRow[];
}

/** The member's points, and their place on the leaderboard or a link to be listed. */
function OwnLine({ board, own, rows }: OwnLineProps) {
  const ownId = useOwnProfileId();
  const row = rows.find(({ profile }) => profile.profileId === ownId);
  if (!own.consents.leaderboard)
    return (
      <p className="board-own">
        <span>
          {rich(t('You’re not listed. <show>Show me too</show>'), {
            show: (text) => (
              <Link to="/settings" hash="games" className="way">
                {text}
              </Link>
            ),
          })}
        </span>
        <Points points={pointsIn(board, own)} />
      </p>
    );
  return (
    <p className="board-own">
      {row === undefined ? (
        <span className="soft">{t('Your points')}</span>
      ) : (
        <>
          <span className="soft">{t('Your place')}</span>
          <strong>{numberText(placeOf(row.points, rows), locale())}</strong>
        </>
      )}
      <Points points={row?.points ?? pointsIn(board, own)} />
    </p>
  );
}

const pointsIn = (board: Board, { scores }: OwnGames): number =>
  scores.filter(({ game }) => (board === 'all' ? isRanked(game) : game === board)).reduce((sum, { points }) => sum + points, 0);

const Points = ({ points }: { readonly points: number }) => (
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
);
