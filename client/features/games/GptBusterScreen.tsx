// GPT Buster (/games/gptbuster): the player guesses whether a member or a machine wrote a profile text.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import type { GptResult, GptRound } from '#shared/contract/games.ts';
import type { GptVote } from '#shared/rules/games.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { SplitFoot } from '#client/ui/SplitFoot.tsx';
import { PersonIcon } from '#client/ui/icons.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton, SkeletonList } from '#client/ui/Skeleton.tsx';
import { useKeys } from '#client/ui/use-keys.ts';
import { rich } from '#client/ui/rich.tsx';
import { focusNow } from '#client/ui/focus-now.ts';
import { QuoteIcon, RobotIcon } from './game-icons.ts';
import { GameHeader } from './GameHeader.tsx';
import { fetchGptRound, useGptVote } from './games.queries.ts';
import { SpokenEnd } from './SpokenEnd.tsx';
import { againText, hasLeftGame } from './turn-failure.ts';
import { useRound } from './use-round.ts';
import '#client/ui/sides-fixed.css';

export function GptBusterScreen() {
  const { data, roundNumber, isLoading, error, next } = useRound(fetchGptRound);
  const End = roundNumber > 1 ? SpokenEnd : EmptyState;
  return (
    <Page title={t('GPT Buster')} width="split" back={<BackButton />}>
      <div className="split split-reach">
        <GameHeader game="gptbuster" rule={t('Did a member or a machine write it?')}>
          <p>
            {t(
              'Guess who wrote the profile text. Each right answer scores a point. About half of the texts are real: members share them, with names and contact details replaced by […]. The others are made up.',
            )}
          </p>
          <p>
            {t(
              'If many players take a real profile for a machine’s, a jury of members reviews it. Nobody else sees your answer.',
            )}
          </p>
        </GameHeader>
        {data === null ? (
          <div className="split-stage">
            <QueryState error={isLoading ? null : error} refetch={next} skeleton={<TextSkeleton />} />
          </div>
        ) : data.round === null ? (
          <div className="split-stage">
            <End icon={QuoteIcon} text={t('You’ve read everything there is for now.')}>
              <p>{t('There will be more when more members share their texts.')}</p>
              <Link to="/settings" hash="games" className={buttonClass({ look: 'main' })}>
                {t('text|Share yours')}
              </Link>
            </End>
          </div>
        ) : (
          <NeedsProfile>
            <Round key={roundNumber} round={data.round} movesFocus={roundNumber > 1} isNextLoading={isLoading} onNext={next} />
          </NeedsProfile>
        )}
      </div>
    </Page>
  );
}

/** A placeholder as high as a text and its answers. */
const TextSkeleton = () => (
  <div className="split-stage" aria-busy="true">
    <div className="card game-text">
      <SkeletonList count={6} shape="line" />
    </div>
    <SplitFoot>
      <p className="game-result" />
      <div className="game-answers">
        <Skeleton />
        <Skeleton />
      </div>
    </SplitFoot>
  </div>
);

/** Longer texts are smaller on phones. */
const longTextLength = 300;

function resultText({ isRight, was }: GptResult): string {
  if (isRight) return was === 'human' ? t('Right: a member wrote it.') : t('Right: a machine wrote it.');
  return was === 'human' ? t('Not this time: a member wrote it.') : t('Not this time: a machine wrote it.');
}

interface RoundProps {
  readonly round: GptRound;
  /** Moves the focus to the text. True from the second round on. */
  readonly movesFocus: boolean;
  readonly isNextLoading: boolean;
  readonly onNext: () => void;
}

function Round({ round: { id, text }, movesFocus, isNextLoading, onNext }: RoundProps) {
  const voting = useGptVote();
  const result = voting.data;
  const vote = (answer: GptVote) => () => {
    if (!voting.isPending && result === undefined) voting.mutate({ id, vote: answer });
  };
  useKeys({ ArrowLeft: vote('machine'), ArrowRight: vote('human') });
  return (
    <div className="split-stage">
      <blockquote
        ref={movesFocus ? focusNow : null}
        tabIndex={-1}
        className={`card game-text${text.length > longTextLength ? ' game-text-long' : ''}`}
      >
        <p dir="auto">{text}</p>
      </blockquote>
      <SplitFoot>
        <div aria-live="polite" className="game-result">
          {result !== undefined ? (
            <Notice tone={result.isRight ? 'success' : 'info'} isStatic>
              {resultText(result)}
            </Notice>
          ) : voting.isError ? (
            <Notice tone="warning" isStatic>
              {!hasLeftGame(voting.error) ? (
                againText(voting.error, t('You’re offline. You can answer when you’re back online.'))
              ) : (
                <span className="row row-apart">
                  {t('The author has withdrawn this text.')}
                  <Button onClick={onNext} disabled={isNextLoading}>
                    {t('Next')}
                  </Button>
                </span>
              )}
            </Notice>
          ) : (
            <p className="soft small game-keys">
              {rich(t('<key>←</key> a machine, <key>→</key> a member'), { key: (text) => <kbd>{text}</kbd> })}
            </p>
          )}
        </div>
        {result === undefined ? (
          <div className="game-answers game-guess sides-fixed">
            <Button onClick={vote('machine')} disabled={voting.isPending}>
              <RobotIcon />
              {t('A machine')}
            </Button>
            <Button onClick={vote('human')} disabled={voting.isPending}>
              <PersonIcon />
              {t('A member')}
            </Button>
          </div>
        ) : (
          <Button look="main" isWide autoFocus onClick={onNext} disabled={isNextLoading}>
            {t('Next')}
          </Button>
        )}
      </SplitFoot>
    </div>
  );
}
