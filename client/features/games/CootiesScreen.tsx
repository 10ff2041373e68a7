// /games/cooties: glitter that players pass on when they chat with each other.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Glitter, OwnCooties } from '#shared/contract/community.ts';
import { numberText } from '#shared/formats/numbers.ts';
import { utcDay } from '#shared/formats/times.ts';
import { cootiesRules } from '#shared/rules/community.ts';
import { locale } from '#client/device/locale.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { cootiesQuery, usePlayCooties } from './community.queries.ts';
import { GameHeader } from './GameHeader.tsx';
import { GlitterIcon } from './game-icons.ts';
import './community.css';

export function CootiesScreen() {
  const { data, error, refetch } = useQuery(cootiesQuery);
  return (
    <Page title="Cooties" width="narrow" hasBack>
      <GameHeader game="cooties" rule="Glitter that sticks to the people you chat with.">
        <p>
          Some players have glitter. If you write to one of them and get an answer within a day, you’ll have some the next
          morning, as long as you play too and have none yet. You score a point for everyone you pass it on to.
        </p>
        <p>
          You lose it once you’ve passed it on to {cootiesRules.maxPasses} players, when a newcomer answers your hello in the{' '}
          <Link to="/games/welcome">Welcome Committee</Link>, or after {cootiesRules.lastsDays} days. After that you get none for{' '}
          {cootiesRules.immunityDays} days.
        </p>
        <p>Now and then some falls from the sky, so nobody can tell where yours came from.</p>
      </GameHeader>
      {data === undefined ? <QueryState error={error} refetch={refetch} /> : <OwnGlitter own={data} />}
    </Page>
  );
}

function OwnGlitter({ own }: { readonly own: OwnCooties }) {
  const playing = usePlayCooties();
  return (
    <>
      {own.isPlaying ? <GlitterCard own={own} /> : <Invitation isBusy={playing.isPending} onJoin={() => playing.mutate(true)} />}
      {playing.isError && (
        <Notice tone="warning" onDismiss={playing.reset}>
          That didn’t work. Please try again.
        </Notice>
      )}
      {own.wentOnTo > 0 && (
        <p>The players you gave it to passed it on to at least {numberText(own.wentOnTo, locale())} others.</p>
      )}
      {own.trail.length > 0 && <Trail trail={own.trail} />}
      {own.isPlaying && <StopPlaying isBusy={playing.isPending} onLeave={() => playing.mutate(false)} />}
    </>
  );
}

function Invitation({ isBusy, onJoin }: { readonly isBusy: boolean; readonly onJoin: () => void }) {
  return (
    <section className="card glitter">
      <GlitterIcon />
      <h2>Do you want to sparkle?</h2>
      <p>
        It only passes between members who play. You never see who gave it to you, and nobody sees who you chat with. Someone you
        chat with may still guess from their own count that you play.
      </p>
      <Button look="main" isWide disabled={isBusy} onClick={onJoin}>
        Join in
      </Button>
    </section>
  );
}

function GlitterCard({ own: { current } }: { readonly own: OwnCooties }) {
  return (
    <section className={current === null ? 'card glitter' : 'card glitter glitter-active'} aria-live="polite">
      <GlitterIcon />
      {current === null ? (
        <>
          <h2>No glitter on you</h2>
          <p>Chat with a few people. Someone who has some may pass it on to you overnight.</p>
        </>
      ) : (
        <>
          <h2>You sparkle</h2>
          <p>Since {utcDay(current.dayCaught, locale())}. Chat with others today: players who answer will have it tomorrow.</p>
          <PassCount count={current.passedOn} />
        </>
      )}
      <Link to="/chat/personal" className={buttonClass()}>
        Open your conversations
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
        Passed on to {numberText(count, locale())} of {numberText(maxPasses, locale())}
      </span>
    </p>
  );
}

function Trail({ trail }: { readonly trail: readonly Glitter[] }) {
  return (
    <section className="stack" aria-labelledby="trail-title">
      <h2 id="trail-title">Your trail</h2>
      <ul className="trail">
        {trail.map(({ dayCaught, dayGone, passedOn }) => (
          <li key={dayCaught}>
            <span>
              {utcDay(dayCaught, locale())} to {dayGone === null ? 'now' : utcDay(dayGone, locale())}
            </span>
            <span className="soft small">
              {passedOn === 0 ? 'Kept to yourself' : `Passed on to ${numberText(passedOn, locale())}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function StopPlaying({ isBusy, onLeave }: { readonly isBusy: boolean; readonly onLeave: () => void }) {
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setConfirming(true)}>
        Stop playing
      </Button>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title="Stop playing?">
        <p>Your glitter and your trail will be gone. Your points stay, and you can join in again.</p>
        <div className="row">
          <Button
            look="main"
            disabled={isBusy}
            onClick={() => {
              setConfirming(false);
              onLeave();
            }}
          >
            Stop
          </Button>
          <Button onClick={() => setConfirming(false)}>Keep playing</Button>
        </div>
      </Dialog>
    </>
  );
}
