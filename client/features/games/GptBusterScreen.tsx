// /games/gptbuster: one text at a time; who wrote it, a member or a machine?
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { GptRound } from '#shared/contract/games.ts';
import type { GptVote } from '#shared/rules/games.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState, FailedState } from '#client/ui/EmptyState.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { QuoteIcon } from './game-icons.ts';
import { GameHead } from './GameHead.tsx';
import { dealGptRound, useGptVote } from './games.queries.ts';
import { useDealt } from './use-dealt.ts';

const wrote: Readonly<Record<GptVote, string>> = { human: 'a member wrote it.', machine: 'a machine wrote it.' };

export function GptBusterScreen() {
  const { dealt, times, isDealing, error, deal } = useDealt(dealGptRound);
  return (
    <Page title="GPT Buster" width="narrow" hasBack>
      <GameHead game="gptbuster" rule="A member’s words, or a machine’s?">
        <p>
          Say who wrote the profile text. Each right answer is a point. About half of the texts are real: members lent them, and
          names and contacts are taken out as […]. The others were made up.
        </p>
        <p>
          Where many players take a real profile for a machine’s, a jury of members looks at it. Nobody else hears of your answer.
        </p>
      </GameHead>
      {dealt === null ? (
        error === null || isDealing ? (
          <Skeleton shape="card" />
        ) : (
          <FailedState isOffline={error instanceof ConnectionLost} onRetry={deal} />
        )
      ) : dealt.round === null ? (
        <EmptyState icon={QuoteIcon} text="You have read everything there is for now.">
          <p>There are more to read when more members lend their words.</p>
          <Link to="/settings" hash="games" className={buttonClass({ look: 'main' })}>
            Lend yours
          </Link>
        </EmptyState>
      ) : (
        <Round key={times} round={dealt.round} isLater={times > 1} isNextComing={isDealing} onNext={deal} />
      )}
    </Page>
  );
}

interface RoundProps {
  readonly round: GptRound;
  /** Not the first one since the screen was opened: who plays with keys or ears is led to its text. */
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
  const say = (vote: GptVote) => () => {
    if (!voting.isPending && result === undefined) voting.mutate({ id, vote });
  };
  useKeys({ ArrowLeft: say('machine'), ArrowRight: say('human') });
  return (
    <div className="stack">
      <blockquote ref={words} tabIndex={-1} className="card game-words">
        <p>{text}</p>
      </blockquote>
      {result === undefined ? (
        <div className="game-answers">
          <Button onClick={say('machine')} disabled={voting.isPending}>
            A machine
          </Button>
          <Button onClick={say('human')} disabled={voting.isPending}>
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
              'You are offline. Your answer can be given when you are back.'
            ) : (
              <span className="row row-apart">
                These words were taken back meanwhile.
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
