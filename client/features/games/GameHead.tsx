// The top of each game: its rules and the own score.
import type { ReactNode } from 'react';
import type { ScoredGame } from '#shared/rules/games.ts';
import { useScore } from './games.queries.ts';
import './games.css';

export interface GameHeadProps {
  readonly game: ScoredGame;
  /** The rules in one sentence; the children are the rest of them. */
  readonly rule: string;
  readonly children: ReactNode;
}

export function GameHead({ game, rule, children }: GameHeadProps) {
  const score = useScore(game);
  const hasStreak = game === 'gptbuster' || game === 'ratinggame';
  return (
    <div className="game-head">
      <details className="game-rules">
        <summary>{rule}</summary>
        <div className="soft small">{children}</div>
      </details>
      <dl className="game-score">
        <Figure name="Points" value={score?.points} />
        {hasStreak && <Figure name="In a row" value={score?.streak} />}
        {hasStreak && <Figure name="Best row" value={score?.best} />}
      </dl>
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value ?? '–'}</dd>
    </div>
  );
}
