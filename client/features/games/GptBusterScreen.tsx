// /games/gptbuster: guess whether a profile text was written by a member or a machine.
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { GptRound } from '#shared/contract/games.ts';
import type { GptVote } from '#shared/rules/games.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { QuoteIcon } from './game-icons.ts';
import { GameHead } from './GameHead.tsx';
import { fetchGptRound, useGptVote } from './games.queries.ts';
import { useRound } from './use-round.ts';

const wrote: Readonly<Record<GptVote, string>> = { human: 'a member wrote it.', machine: 'a machine wrote it.' };

export function GptBusterScreen() {
  const { data, roundNumber, isLoading, error, next } = useRound(fetchGptRound);
  return (
    <Page title="GPT Buster" width="narrow" hasBack>
      <GameHead game="gptbuster" rule="A member’s words, or a machine’s?">
        <p>
          Say who wrote the profile text. Each right answer is a point. About half of the texts are real: members lent them, and
          names and contacts are taken out as […]. The others were made up.
        </p>
        <p>When many players take a real profile for a machine’s, a jury of members looks at it. Nobody else sees your answer.</p>
      </GameHead>
      {data === null ? (
        <NotLoaded error={error} onRetry={next} />
      ) : data.round === null ? (
        <EmptyState icon={QuoteIcon} text="You have read everything there is for now.">
          <p>There will be more when more members lend their words.</p>
          <Link to="/settings" hash="games" className={buttonClass({ look: 'main' })}>
            Lend yours
          </Link>
        </EmptyState>
      ) : (
        <Round key={roundNumber} round={data.round} isLater={roundNumber > 1} isNextComing={isLoading} onNext={next} />
      )}
    </Page>
  );
}

interface RoundProps {
  readonly round: GptRound;
  /** Not the first one since the screen was opened: the focus moves to its text. */
  readonly isLater: boolean;
  readonly isNextComing: boolean;
  readonly onNext: () => void;
}

function Round({ round: { id, text }, isLater, isNextComing, onNext }: RoundProps) {
  const words = useRef<HTMLQuoteElement>(null);
  useEffect(() => {
    if (isLater) words.current?.focus({ preventScroll: true });
  }, [isLater]);
  const voting = useGptVote();
  const result = voting.data;
  const vote = (answer: GptVote) => () => {
    if (!voting.isPending && result === undefined) voting.mutate({ id, vote: answer });
  };
  useKeys({ ArrowLeft: vote('machine'), ArrowRight: vote('human') });
  return (
    <div className="stack">
      <blockquote ref={words} tabIndex={-1} className="card game-words">
        <p>{text}</p>
      </blockquote>
      {result === undefined ? (
        <div className="game-answers">
          <Button onClick={vote('machine')} disabled={voting.isPending}>
            A machine
          </Button>
          <Button onClick={vote('human')} disabled={voting.isPending}>
            A member
          </Button>
        </div>
      ) : (
        <Button look="main" isWide autoFocus onClick={onNext} disabled={isNextComing}>
          Next
        </Button>
      )}
      <div aria-live="polite" className="game-result">
        {result !== undefined && (
          <Notice tone={result.isRight ? 'success' : 'info'} isStill>
            {result.isRight ? 'Right: ' : 'Not this time: '}
            {wrote[result.was]}
          </Notice>
        )}
        {voting.isError && (
          <Notice tone="warning" isStill>
            {voting.error instanceof ConnectionLost ? (
              'You are offline. You can answer when you are back online.'
            ) : (
              <span className="row row-apart">
                The author has withdrawn this text.
                <Button onClick={onNext} disabled={isNextComing}>
                  Next
                </Button>
              </span>
            )}
          </Notice>
        )}
      </div>
      <p className="soft small game-keys">
        <kbd>←</kbd> a machine, <kbd>→</kbd> a member
      </p>
    </div>
  );
}
