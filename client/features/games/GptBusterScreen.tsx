// GPT Buster (/games/gptbuster): the player guesses whether a member or a machine wrote a profile text.
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { GptRound } from '#shared/contract/games.ts';
import type { GptVote } from '#shared/rules/games.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { QuoteIcon } from './game-icons.ts';
import { GameHeader } from './GameHeader.tsx';
import { fetchGptRound, useGptVote } from './games.queries.ts';
import { useRound } from './use-round.ts';

const authorTexts: Readonly<Record<GptVote, string>> = { human: 'a member wrote it.', machine: 'a machine wrote it.' };

export function GptBusterScreen() {
  const { data, roundNumber, isLoading, error, next } = useRound(fetchGptRound);
  return (
    <Page title="GPT Buster" width="narrow" hasBack>
      <GameHeader game="gptbuster" rule="Did a member or a machine write it?">
        <p>
          Guess who wrote the profile text. Each right answer scores a point. About half of the texts are real: members share
          them, with names and contact details replaced by […]. The others are made up.
        </p>
        <p>If many players take a real profile for a machine’s, a jury of members reviews it. Nobody else sees your answer.</p>
      </GameHeader>
      {data === null ? (
        <QueryState error={isLoading ? null : error} refetch={next} />
      ) : data.round === null ? (
        <EmptyState icon={QuoteIcon} text="You’ve read everything there is for now.">
          <p>There will be more when more members share their texts.</p>
          <Link to="/settings" hash="games" className={buttonClass({ look: 'main' })}>
            Share yours
          </Link>
        </EmptyState>
      ) : (
        <NeedsProfile>
          <Round key={roundNumber} round={data.round} movesFocus={roundNumber > 1} isNextLoading={isLoading} onNext={next} />
        </NeedsProfile>
      )}
    </Page>
  );
}

interface RoundProps {
  readonly round: GptRound;
  /** True from the second round on: the focus moves to the new text. */
  readonly movesFocus: boolean;
  readonly isNextLoading: boolean;
  readonly onNext: () => void;
}

function Round({ round: { id, text }, movesFocus, isNextLoading, onNext }: RoundProps) {
  const quote = useRef<HTMLQuoteElement>(null);
  useEffect(() => {
    if (movesFocus) quote.current?.focus({ preventScroll: true });
  }, [movesFocus]);
  const voting = useGptVote();
  const result = voting.data;
  const vote = (answer: GptVote) => () => {
    if (!voting.isPending && result === undefined) voting.mutate({ id, vote: answer });
  };
  useKeys({ ArrowLeft: vote('machine'), ArrowRight: vote('human') });
  return (
    <div className="stack">
      <blockquote ref={quote} tabIndex={-1} className="card game-text">
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
        <Button look="main" isWide autoFocus onClick={onNext} disabled={isNextLoading}>
          Next
        </Button>
      )}
      <div aria-live="polite" className="game-result">
        {result !== undefined && (
          <Notice tone={result.isRight ? 'success' : 'info'} isStatic>
            {result.isRight ? 'Right: ' : 'Not this time: '}
            {authorTexts[result.was]}
          </Notice>
        )}
        {voting.isError && (
          <Notice tone="warning" isStatic>
            {voting.error instanceof ConnectionLost ? (
              'You’re offline. You can answer when you’re back online.'
            ) : (
              <span className="row row-apart">
                The author has withdrawn this text.
                <Button onClick={onNext} disabled={isNextLoading}>
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
