// The header of each game: its rules and the member's score.
import { locale } from '#client/device/locale.ts';
import { t } from '#client/device/texts.ts';
import { useState, type ReactNode } from 'react';
import { numberText } from '#shared/formats/numbers.ts';
import type { ScoredGame } from '#shared/rules/games.ts';
import { Disclosure } from '#client/ui/Disclosure.tsx';
import { hasTwoColumns } from '#client/ui/split.ts';
import { useScore } from './games.queries.ts';

import './games.css';

export interface GameHeaderProps {
  readonly game: ScoredGame;
  /** The rules in one sentence. The children are the full rules. */
  readonly rule: string;
  /** Shows the full rules on phones, too. */
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

export function GameHeader({ game, rule, isOpen = false, children }: GameHeaderProps) {
  const score = useScore(game);
  // In two columns there is room for the rules beside the game.
  const [isUnfolded] = useState(() => isOpen || hasTwoColumns());
  const hasStreak = game === 'gptbuster' || game === 'ratinggame';
  return (
    <div className="game-header split-head">
      <Disclosure look="game-rules" line={rule} open={isUnfolded}>
        <div className="soft small">{children}</div>
      </Disclosure>
      <dl className="game-score">
        <Figure name={t('Points')} value={score?.points} />
        {hasStreak && <Figure name={t('Streak')} value={score?.streak} />}
        {hasStreak && <Figure name={t('Best streak')} value={score?.best} />}
      </dl>
    </div>
  );
}

function Figure({ name, value }: { readonly name: string; readonly value: number | undefined }) {
  return (
    <div data-unknown={value === undefined || undefined}>
      <dt>{name}</dt>
      <dd>{numberText(value ?? 0, locale())}</dd>
    </div>
  );
}
