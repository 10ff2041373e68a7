// /games: a card for each game with what waits for the member there, or their points, and a link to the consents.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Badge } from '#client/ui/Badge.tsx';
import { Page } from '#client/ui/Page.tsx';
import { ForwardIcon } from '#client/ui/icons.tsx';
import { gameCards, type GameCard } from './game-cards.ts';
import { ownGamesQuery } from './games.queries.ts';
import { useWaiting, waitingTexts } from './waiting.queries.ts';
import './games.css';

export function GamesScreen() {
  const scores = useQuery(ownGamesQuery).data?.scores ?? [];
  const waiting = useWaiting().data;
  return (
    <Page title={t('Games and Interactive Management')}>
      <ul className="games">
        {gameCards.map((card) => (
          <li key={card.title}>
            <GameLink
              card={card}
              points={scores.find(({ game }) => game === card.game)?.points ?? 0}
              count={(card.waits !== undefined && waiting?.[card.waits]) || 0}
            />
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

interface GameLinkProps {
  readonly card: GameCard;
  readonly points: number;
  /** How many things wait for the member there. */
  readonly count: number;
}

function GameLink({ card, points, count }: GameLinkProps) {
  return (
    <Link to={card.path} className="card game">
      <span className="game-icon">{card.icon()}</span>
      <span className="game-title">{t(card.title)}</span>
      {card.waits !== undefined && count > 0 ? (
        <span className="game-waits small">{waitingTexts[card.waits](count)}</span>
      ) : (
        <span className="soft small">{t(card.text)}</span>
      )}
      <span className="game-status small">
        {count > 0 ? (
          <Badge count={count} text={tCount(count, { one: '# waiting', other: '# waiting' })} />
        ) : (
          points > 0 && tCount(points, { one: '# point', other: '# points' })
        )}
      </span>
    </Link>
  );
}
