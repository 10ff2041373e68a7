// /games: a card for each game with the member's points, and a link to the consents.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import type { OwnGames } from '#shared/contract/games.ts';
import { Page } from '#client/ui/Page.tsx';
import { ForwardIcon } from '#client/ui/icons.tsx';
import { gameCards, type GameCard } from './game-cards.ts';
import { ownGamesQuery } from './games.queries.ts';
import './games.css';

export function GamesScreen() {
  const { data: own } = useQuery(ownGamesQuery);
  return (
    <Page title={t('Games and Interactive Management')}>
      <ul className="games">
        {gameCards.map((card) => (
          <li key={card.title}>
            <Link to={card.path} className="card game">
              <span className="game-icon">{card.icon()}</span>
              <span className="game-title">{t(card.title)}</span>
              <span className="soft small">{t(card.text)}</span>
              <span className="game-points small">{statusText(card, own)}</span>
            </Link>
          </li>
        ))}
      </ul>
      <Link to="/settings" hash="games" className="card game-consents-link">
        <span className="grow">
          <strong>{t('What others can see of you in games')}</strong>
          <span className="soft small">{t('Nothing unless you allow it. Each game has its own switch.')}</span>
        </span>
        <ForwardIcon />
      </Link>
    </Page>
  );
}

/** The number of crops that wait for a decision, else the member's points, else an empty text. */
function statusText({ game }: GameCard, own: OwnGames | undefined): string {
  if (game === 'photocrop' && own !== undefined && own.cropsWaiting > 0)
    return tCount(own.cropsWaiting, { one: '# crop to decide', other: '# crops to decide' });
  const points = own?.scores.find((score) => score.game === game)?.points ?? 0;
  return points === 0 ? '' : tCount(points, { one: '# point', other: '# points' });
}
