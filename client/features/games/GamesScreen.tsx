// /games: a card for each game with the own points, and a link to the consents.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { OwnGames } from '#shared/contract/games.ts';
import { screenRoutes } from '#shared/rules/routes.ts';
import { Page } from '#client/ui/Page.tsx';
import { ForwardIcon } from '#client/ui/icons.tsx';
import { gameCards, type GameCard } from './game-cards.ts';
import { ownGamesQuery } from './games.queries.ts';
import './games.css';

const isThere = ({ path }: GameCard): boolean => screenRoutes.some((route) => route.path === path);

export function GamesScreen() {
  const { data: own } = useQuery(ownGamesQuery);
  return (
    <Page title="Games and Interactive Management">
      <ul className="games">
        {gameCards.filter(isThere).map((card) => (
          <li key={card.title}>
            <Link to={card.path} className="card game">
              <span className="game-icon">{card.icon()}</span>
              <span className="game-title">{card.title}</span>
              <span className="soft small">{card.text}</span>
              <span className="game-points small">{wordsOf(card, own)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/settings" hash="games" className="card game-consents-way">
        <span className="grow">
          <strong>What others may see of you in games</strong>
          <span className="soft small">Nothing, until you say so. Each game has its own switch.</span>
        </span>
        <ForwardIcon />
      </Link>
    </Page>
  );
}

/** What is new in the game, else the own points; empty without points. */
function wordsOf({ game }: GameCard, own: OwnGames | undefined): string {
  if (game === 'photocrop' && own !== undefined && own.cropsWaiting > 0)
    return own.cropsWaiting === 1 ? '1 crop is waiting for you' : `${own.cropsWaiting} crops are waiting for you`;
  const points = own?.scores.find((score) => score.game === game)?.points ?? 0;
  if (points === 0) return '';
  return points === 1 ? '1 point' : `${points} points`;
}
