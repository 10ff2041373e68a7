// /games/cooties: glitter that players pass on when they chat with each other.
import { t, tCount } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Glitter, OwnCooties } from '#shared/contract/community.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { utcDay } from '#shared/formats/times.ts';
import { cootiesRules } from '#shared/rules/community.ts';
import { locale } from '#client/device/locale.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { rich } from '#client/ui/rich.tsx';
import { cootiesQuery, usePlayCooties } from './community.queries.ts';
import { GameHeader } from './GameHeader.tsx';
import './community.css';

export function CootiesScreen() {
  const { data, error, refetch } = useQuery(cootiesQuery);
  return (
    <Page title={t('Cooties')} width="split" back={<BackButton />}>
      <div className={data === undefined && error === null ? 'split cooties-loading' : 'split'}>
        {data === undefined ? (
          <QueryState error={error} refetch={refetch} skeleton={<span className="skeleton glitter-skeleton" />} />
        ) : (
          <OwnGlitter own={data} />
        )}
        <Rules />
      </div>
    </Page>
  );
}

const Rules = () => (
  <GameHeader game="cooties" isOpen rule={t('Glitter that sticks to the people you chat with.')}>
    <p>
      {t(
        'Some players have glitter. If you write to one of them and get an answer within a day, you’ll have some the next morning, as long as you play too and have none yet. You score a point for everyone you pass it on to.',
      )}
    </p>
    <p>
      {rich(
        tCount(
          cootiesRules.immunityDays,
          {
            one: 'You lose it once you’ve passed it on to {players} players, when a newcomer answers your hello in the <welcome>Welcome Committee</welcome>, or after {days} days. After that you get none for # day.',
            other:
              'You lose it once you’ve passed it on to {players} players, when a newcomer answers your hello in the <welcome>Welcome Committee</welcome>, or after {days} days. After that you get none for # days.',
          },
          { players: numberText(cootiesRules.maxPasses, locale()), days: numberText(cootiesRules.lastsDays, locale()) },
        ),
        { welcome: (text) => <Link to="/games/welcome">{text}</Link> },
      )}
    </p>
    <p>{t('Now and then some falls from the sky, so nobody can tell where yours came from.')}</p>
  </GameHeader>
);

function OwnGlitter({ own }: { readonly own: OwnCooties }) {
  const playing = usePlayCooties();
  return (
    <>
      {own.isPlaying ? <GlitterCard own={own} /> : <Invitation isBusy={playing.isPending} onJoin={() => playing.mutate(true)} />}
      <div className="split-panel">
        {playing.isError && (
          <Notice tone="warning" onDismiss={playing.reset}>
            {t('That didn’t work. Please try again.')}
          </Notice>
        )}
        {own.wentOnTo > 0 && (
          <p>
            {tCount(own.wentOnTo, {
              one: 'The players you gave it to passed it on to at least # other.',
              other: 'The players you gave it to passed it on to at least # others.',
            })}
          </p>
        )}
        {own.trail.length > 0 && <Trail trail={own.trail} />}
        {own.isPlaying && <StopPlaying isBusy={playing.isPending} onLeave={() => playing.mutate(false)} />}
      </div>
    </>
  );
}

/** The stars of the glitter picture: x, y and size. The first one is in the middle of the circle. */
const stars = [
  [108, 48, 26],
  [129, 27, 9],
  [32, 30, 10],
  [52, 66, 6],
  [14, 70, 5],
  [186, 22, 6],
  [170, 70, 9],
  [202, 58, 5],
] as const;

const GlitterPicture = () => (
  <svg viewBox="0 0 216 96" aria-hidden="true">
    <circle cx="108" cy="48" r="48" />
    {stars.map(([x, y, size]) => (
      <path key={x} d="M0-1Q0 0 1 0 0 0 0 1 0 0-1 0 0 0 0-1" transform={`translate(${x} ${y})scale(${size})`} />
    ))}
  </svg>
);

function Invitation({ isBusy, onJoin }: { readonly isBusy: boolean; readonly onJoin: () => void }) {
  return (
    <section className="card glitter">
      <GlitterPicture />
      <h2>{t('Do you want to sparkle?')}</h2>
      <p>
        {t(
          'Glitter only passes between members who play. You never see who gave it to you, and nobody sees who you chat with. Someone you chat with may still guess that you play.',
        )}
      </p>
      <Button look="main" isWide disabled={isBusy} onClick={onJoin}>
        {t('Join in')}
      </Button>
    </section>
  );
}

function GlitterCard({ own: { current } }: { readonly own: OwnCooties }) {
  return (
    <section className={current === null ? 'card glitter glitter-none' : 'card glitter glitter-active'} aria-live="polite">
      <GlitterPicture />
      {current === null ? (
        <>
          <h2>{t('No glitter on you')}</h2>
          <p>{t('Chat with a few people. Someone who has some may pass it on to you overnight.')}</p>
        </>
      ) : (
        <>
          <h2>{t('You sparkle')}</h2>
          <p>
            {t('Since {day}. Chat with others today: players who answer will have it tomorrow.', {
              day: utcDay(current.dayCaught, locale()),
            })}
          </p>
          <PassCount count={current.passedOn} />
        </>
      )}
      <Link to="/chat/personal" className={buttonClass({ look: 'main' })}>
        {t('Open your conversations')}
      </Link>
    </section>
  );
}

function PassCount({ count }: { readonly count: number }) {
  const { maxPasses } = cootiesRules;
  return (
    <p className="glitter-passes">
      {Array.from({ length: maxPasses }, (_, index) => (
        <span key={index} className={index < count ? 'glitter-pass glitter-passed' : 'glitter-pass'} aria-hidden="true" />
      ))}
      <span>
        {t('Passed on to {count} of {max}', { count: numberText(count, locale()), max: numberText(maxPasses, locale()) })}
      </span>
    </p>
  );
}

function Trail({ trail }: { readonly trail: readonly Glitter[] }) {
  return (
    <section className="stack" aria-labelledby="trail-title">
      <h2 id="trail-title">{t('Your trail')}</h2>
      <ul className="trail">
        {trail.map(({ dayCaught, dayGone, passedOn }) => (
          <li key={dayCaught}>
            <span>{daysText(dayCaught, dayGone)}</span>
            <span className="soft small">
              {passedOn === 0 ? t('Kept to yourself') : t('Passed on to {count}', { count: numberText(passedOn, locale()) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function daysText(dayCaught: number, dayGone: number | null): string {
  const from = utcDay(dayCaught, locale());
  return dayGone === null ? t('{from} to now', { from }) : t('{from} to {until}', { from, until: utcDay(dayGone, locale()) });
}

function StopPlaying({ isBusy, onLeave }: { readonly isBusy: boolean; readonly onLeave: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setConfirming(true)}>
        {t('Stop playing')}
      </Button>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title={t('Stop playing?')}>
        <p>{t('Your glitter and your trail will be gone. Your points stay, and you can join in again.')}</p>
        <div className="row">
          <Button
            look="main"
            disabled={isBusy}
            onClick={() => {
              setConfirming(false);
              onLeave();
            }}
          >
            {t('game|Stop')}
          </Button>
          <Button onClick={() => setConfirming(false)}>{t('Keep playing')}</Button>
        </div>
      </Dialog>
    </>
  );
}
