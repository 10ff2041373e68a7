// /games/cooties: glitter that passes between players who chat, once a day.
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Glitter, OwnCooties } from '#shared/contract/community.ts';
import { cootiesRules, dayWords } from '#shared/rules/community.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { cootiesQuery, usePlayCooties } from './community.queries.ts';
import { GameHead } from './GameHead.tsx';
import { GlitterIcon } from './game-icons.ts';
import './community.css';

export function CootiesScreen() {
  const { data, error, refetch } = useQuery(cootiesQuery);
  return (
    <Page title="Cooties" width="narrow" hasBack>
      <GameHead game="cooties" rule="Glitter that sticks to whoever you chat with.">
        <p>
          Some players have glitter. Write with one of them and get an answer within a day, and you have some the next morning, if
          you play too and have none yet. You score a point for everybody you pass it on to.
        </p>
        <p>
          You lose it when {cootiesRules.passesMost} players have it from you, when a newcomer answers your hello in the{' '}
          <Link to="/games/welcome">Welcome Committee</Link>, or after {cootiesRules.lastsDays} days. After that you rest for{' '}
          {cootiesRules.restsDays} days.
        </p>
        <p>Now and then some falls from the sky, so nobody can tell where yours came from.</p>
      </GameHead>
      {data !== undefined ? <Play own={data} /> : <NotLoaded error={error} onRetry={refetch} />}
    </Page>
  );
}

function Play({ own }: { readonly own: OwnCooties }) {
  const playing = usePlayCooties();
  return (
    <>
      {own.isPlaying ? <State own={own} /> : <Invitation isBusy={playing.isPending} onJoin={() => playing.mutate(true)} />}
      {playing.isError && (
        <Notice tone="warning" onDismiss={playing.reset}>
          That did not work. Please try again.
        </Notice>
      )}
      {own.wentOnTo > 0 && <p>The players you gave it to passed it on to at least {own.wentOnTo} others.</p>}
      {own.trail.length > 0 && <Trail trail={own.trail} />}
      {own.isPlaying && <Leaving isBusy={playing.isPending} onLeave={() => playing.mutate(false)} />}
    </>
  );
}

function Invitation({ isBusy, onJoin }: { readonly isBusy: boolean; readonly onJoin: () => void }) {
  return (
    <section className="card glitter">
      <GlitterIcon />
      <h2>Do you want to sparkle?</h2>
      <p>
        It only passes between members who play. You never see who yours came from, and nobody sees who you chat with. Somebody
        you chat with may still guess from their own count that you play.
      </p>
      <Button look="main" isWide disabled={isBusy} onClick={onJoin}>
        Join in
      </Button>
    </section>
  );
}

function State({ own: { current } }: { readonly own: OwnCooties }) {
  return (
    <section className={current === null ? 'card glitter' : 'card glitter glitter-on'} aria-live="polite">
      <GlitterIcon />
      {current === null ? (
        <>
          <h2>No glitter on you</h2>
          <p>Chat with a few people. Somebody who has some may leave it on you overnight.</p>
        </>
      ) : (
        <>
          <h2>You sparkle</h2>
          <p>Since {dayWords(current.dayCaught)}. Chat with others today: players who answer have it tomorrow.</p>
          <Passes count={current.passedOn} />
        </>
      )}
      <Link to="/chat/personal" className={buttonClass()}>
        To your conversations
      </Link>
    </section>
  );
}

function Passes({ count }: { readonly count: number }) {
  const { passesMost } = cootiesRules;
  return (
    <p className="glitter-passes">
      {Array.from({ length: passesMost }, (_, place) => (
        <span key={place} className={place < count ? 'glitter-pass glitter-passed' : 'glitter-pass'} aria-hidden="true" />
      ))}
      <span>
        Passed on to {count} of {passesMost}
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
              {dayWords(dayCaught)} to {dayGone === null ? 'now' : dayWords(dayGone)}
            </span>
            <span className="soft small">{passedOn === 0 ? 'Kept to yourself' : `Passed on to ${passedOn}`}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Leaving({ isBusy, onLeave }: { readonly isBusy: boolean; readonly onLeave: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setAsked(true)}>
        Stop playing
      </Button>
      <Dialog isOpen={isAsked} onClose={() => setAsked(false)} title="Stop playing?">
        <p>Your glitter and your trail will be gone. Your points stay, and you can join in again.</p>
        <div className="row">
          <Button
            look="main"
            disabled={isBusy}
            onClick={() => {
              setAsked(false);
              onLeave();
            }}
          >
            Stop
          </Button>
          <Button onClick={() => setAsked(false)}>Keep playing</Button>
        </div>
      </Dialog>
    </>
  );
}
