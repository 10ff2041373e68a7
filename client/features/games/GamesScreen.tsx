// /games: a card for each game with what waits for the member there, their points or who leads, and a link to the consents.
import { t, tCount } from '#client/device/texts.ts';
import { useState, type CSSProperties } from 'react';
import { Link } from '@tanstack/react-router';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Avatar } from '#client/people/ProfilePicture.tsx';
import { Badge } from '#client/ui/Badge.tsx';
import { Page } from '#client/ui/Page.tsx';
import { EyeIcon } from '#client/ui/frame-icons.tsx';
import { gameCards, type GameCard } from './game-cards.ts';
import { leaderboardQuery, ownGamesQuery } from './games.queries.ts';
import { useWaiting, waitingTexts } from './waiting.queries.ts';
import './games.css';

export function GamesScreen() {
  const scores = useQuery(ownGamesQuery).data?.scores;
  const waiting = useWaiting().data;
  const countOf = ({ waits }: GameCard): number => (waits !== undefined && waiting?.[waits]) || 0;
  // Games with the most waiting things come first if the counts are known when the screen opens. Later the cards keep their places.
  const [cards] = useState(() => gameCards.toSorted((one, other) => countOf(other) - countOf(one)));
  return (
    <Page title={t('Games and Interactive Management')}>
      <ul className="games">
        {cards.map((card) => (
          <li key={card.title}>
            <GameLink card={card} points={scores?.find(({ game }) => game === card.game)?.points} count={countOf(card)} />
          </li>
        ))}
      </ul>
      <Link to="/settings" hash="games" className="card game-consents-link">
        <span className="game-icon">
          <EyeIcon />
        </span>
        <span className="grow">
          <strong>{t('What others can see of you in games')}</strong>
          <span className="soft small">{t('Nothing unless you allow it. Each game has its own switch.')}</span>
        </span>
      </Link>
    </Page>
  );
}

/** Between the hues of two icons, so that nine go once around. */
const turnDegrees = 40;

interface GameLinkProps {
  readonly card: GameCard;
  readonly points: number | undefined;
  /** How many things in this game wait for the member. */
  readonly count: number;
}

function GameLink({ card, points, count }: GameLinkProps) {
  const turn: CSSProperties & Record<'--turn', number> = { '--turn': gameCards.indexOf(card) * turnDegrees };
  return (
    <Link to={card.path} className="card game">
      <span className="game-icon" style={turn}>
        {card.icon()}
      </span>
      <span className="game-title">{t(card.title)}</span>
      <span className="soft small">{card.waits && count > 0 ? waitingTexts[card.waits](count) : t(card.text)}</span>
      {card.path === '/games/leaderboard' ? (
        <Leaders />
      ) : (
        <span className="game-status small">
          {count > 0 ? (
            <Badge count={count} text={tCount(count, { one: '# waiting', other: '# waiting' })} />
          ) : (
            points !== undefined && points > 0 && tCount(points, { one: '# point', other: '# points' })
          )}
        </span>
      )}
    </Link>
  );
}

/** The faces of the first three, hidden from screen readers because the leaderboard has their names. */
function Leaders() {
  const first = useInfiniteQuery(leaderboardQuery('all')).data?.pages[0];
  return (
    <span className="game-status game-leaders" aria-hidden="true">
      {first?.slice(0, 3).map(({ profile }) => (
        <Avatar
          key={profile.profileId}
          of={profile}
          name={profile.profileName}
          profileId={profile.profileId}
          sizes="40px"
          isFirst
        />
      ))}
    </span>
  );
}
