// /games/welcome: newcomers choose whether to be greeted, and greeters find them here.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OwnWelcome } from '#shared/contract/community.ts';
import { welcomeRules } from '#shared/rules/community.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Choice.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';
import { useAskScores, useChooseWelcome, welcomeQuery } from './community.queries.ts';
import { GameHead } from './GameHead.tsx';
import { WaveIcon } from './game-icons.ts';
import { Hellos } from './Hellos.tsx';
import { Newcomers } from './Newcomers.tsx';
import './community.css';

export function WelcomeScreen() {
  const { data, error, refetch } = useQuery(welcomeQuery);
  const askScores = useAskScores();
  const points = data?.points;
  useEffect(askScores, [points]); // oxlint-disable-line react/exhaustive-deps -- asked when the points here change, not when the function does
  return (
    <Page title="Welcome Committee" width="narrow" hasBack>
      <GameHead game="welcome" rule="Say hello to those who are new here.">
        <p>
          Newcomers near you who would like a hello are listed for seven days. Saying hello opens a chat with a suggestion that
          you can change. Each newcomer who answers is {welcomeRules.points} points.
        </p>
        <p>
          You can greet five newcomers a day, and vouch for those who answered you. Be the neighbor you would have liked to meet.
        </p>
      </GameHead>
      {data !== undefined ? <Parts own={data} /> : <NotLoaded error={error} onRetry={refetch} />}
    </Page>
  );
}

function Parts({ own }: { readonly own: OwnWelcome }) {
  const choosing = useChooseWelcome();
  const shown = { ...own, ...(choosing.isPending ? choosing.variables : {}) };
  return (
    <>
      {own.isNewcomer && <Asked isGreeted={shown.isGreeted} onChoose={(isGreeted) => choosing.mutate({ isGreeted })} />}
      {choosing.isError && (
        <Notice tone="warning" onDismiss={choosing.reset}>
          That could not be saved. Please try again.
        </Notice>
      )}
      <section className="card">
        <Switch
          label="I say hello to newcomers"
          help="You see who is new near you. They see nothing until you write."
          isOn={shown.isGreeter}
          onChange={(isGreeter) => choosing.mutate({ isGreeter })}
        />
      </section>
      {own.isGreeter && <Greeting />}
      <section className="card">
        <h2>Vouches</h2>
        <p className="soft">
          Members who said hello to you, and whom you answered, can vouch for you. From {welcomeRules.vouchesShownFrom} vouches
          on, your profile can say so; fewer are never shown.
        </p>
        {own.vouches !== null && <p>{own.vouches} members vouch for you.</p>}
        <Switch
          label="Show vouches on my profile"
          isOn={shown.showsVouches}
          onChange={(showsVouches) => choosing.mutate({ showsVouches })}
        />
      </section>
    </>
  );
}

interface AskedProps {
  readonly isGreeted: boolean;
  readonly onChoose: (isGreeted: boolean) => void;
}

function Asked({ isGreeted, onChoose }: AskedProps) {
  return (
    <section className="card glitter glitter-on" aria-live="polite">
      <WaveIcon />
      <h2>{isGreeted ? 'You will be greeted' : 'Good to have you here'}</h2>
      <p>
        {isGreeted
          ? 'Members near you who greet newcomers see that you are new, until seven days after you joined. Answer anyone you like.'
          : 'Would you like a few members near you to say hello? They then see that you are new, for seven days. Otherwise nobody is told.'}
      </p>
      <Button look={isGreeted ? 'plain' : 'main'} onClick={() => onChoose(!isGreeted)}>
        {isGreeted ? 'No more hellos' : 'Yes, please'}
      </Button>
    </section>
  );
}

const parts = { newcomers: 'Newcomers', hellos: 'Your hellos' } as const;

function Greeting() {
  const [part, setPart] = useState<keyof typeof parts>('newcomers');
  return (
    <section className="stack" aria-label="Greeting">
      <Tabs label="Greeting" tabs={parts} selected={part} onSelect={setPart}>
        {part === 'newcomers' ? <Newcomers /> : <Hellos />}
      </Tabs>
    </section>
  );
}
