// /games: a card for each game with the member's points, and a link to the consents.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { OwnGames } from '#shared/contract/games.ts';
import { counted } from '#shared/formats/words.ts';
import { locale } from '#client/device/locale.ts';
import { Page } from '#client/ui/Page.tsx';
import { ForwardIcon } from '#client/ui/icons.tsx';
import { gameCards, type GameCard } from './game-cards.ts';
import { ownGamesQuery } from './games.queries.ts';
import './games.css';

export function GamesScreen() {
  const { data: own } = useQuery(ownGamesQuery);
  return (
    <Page title="Games and Interactive Management">
      <ul className="games">
        {gameCards.map((card) => (
          <li key={card.title}>
            <Link to={card.path} className="card game">
              <span className="game-icon">{card.icon()}</span>
              <span className="game-title">{card.title}</span>
              <span className="soft small">{card.text}</span>
              <span className="game-points small">{statusText(card, own)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/settings" hash="games" className="card game-consents-link">
        <span className="grow">
          <strong>What others can see of you in games</strong>
          <span className="soft small">Nothing unless you allow it. Each game has its own switch.</span>
        </span>
        <ForwardIcon />
      </Link>
    </Page>
  );
}

/** The number of crops that wait for a decision, else the member's points, else an empty text. */
function statusText({ game }: GameCard, own: OwnGames | undefined): string {
  if (game === 'photocrop' && own !== undefined && own.cropsWaiting > 0)
    return counted(own.cropsWaiting, { one: '# crop to decide', other: '# crops to decide' }, locale());
  const points = own?.scores.find((score) => score.game === game)?.points ?? 0;
  return points === 0 ? '' : counted(points, { one: '# point', other: '# points' }, locale());
}
