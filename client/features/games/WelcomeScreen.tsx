// The Welcome Committee (/games/welcome): newcomers choose whether to be greeted, greeters find them, and members show vouches.
import { t, tCount } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OwnWelcome } from '#shared/contract/community.ts';
import { welcomeRules } from '#shared/rules/community.ts';
import { NeedsProfile } from '#client/people/profile-gate.tsx';
import { QueryState } from '#client/net/QueryState.tsx';
import { BackButton } from '#client/ui/BackButton.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Switch } from '#client/ui/Switch.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton, SkeletonPeople } from '#client/ui/Skeleton.tsx';
import { Tabs } from '#client/ui/Tabs.tsx';
import { newcomersQuery, useRefetchScores, useChooseWelcome, welcomeQuery } from './community.queries.ts';
import { GameHeader } from './GameHeader.tsx';
import { WaveIcon } from './game-icons.ts';
import { Hellos } from './Hellos.tsx';
import { Newcomers } from './Newcomers.tsx';
import './community.css';

export function WelcomeScreen() {
  const { data, error, refetch } = useQuery(welcomeQuery);
  const refetchScores = useRefetchScores();
  const points = data?.points;
  useEffect(refetchScores, [points]); // oxlint-disable-line react/exhaustive-deps -- only when the points change, not when the function does
  return (
    <Page title={t('Welcome Committee')} width="split" back={<BackButton />}>
      {data === undefined ? (
        <QueryState error={error} refetch={refetch} skeleton={<ChoicesSkeleton />} />
      ) : (
        <WelcomeChoices own={data} />
      )}
    </Page>
  );
}

function Rules() {
  return (
    <GameHeader game="welcome" rule={t('Say hello to people who are new here.')}>
      <p>
        {tCount(welcomeRules.points, {
          one: 'Newcomers near you who would like a hello are listed for seven days. Saying hello opens a chat with a suggestion that you can change. Each newcomer who answers scores you # point.',
          other:
            'Newcomers near you who would like a hello are listed for seven days. Saying hello opens a chat with a suggestion that you can change. Each newcomer who answers scores you # points.',
        })}
      </p>
      <p>{t('You can greet five newcomers a day, and vouch for those who answered you.')}</p>
    </GameHeader>
  );
}

/** The placeholder of a greeter's screen, which has the most parts. */
const ChoicesSkeleton = () => (
  <div className="split welcome-loading" aria-busy="true">
    <div className="split-stage">
      <div className="stack">
        <div className="tabs welcome-tabs">
          <Skeleton />
          <Skeleton />
        </div>
        <SkeletonPeople count={4} />
      </div>
    </div>
    <Rules />
    <div className="split-panel welcome-panel">
      <Skeleton shape="card" />
      <Skeleton shape="card" />
    </div>
  </div>
);

function WelcomeChoices({ own }: { readonly own: OwnWelcome }) {
  const newcomers = useQuery({ ...newcomersQuery, enabled: own.isGreeter });
  const choosing = useChooseWelcome();
  const shown = { ...own, ...(choosing.isPending ? choosing.variables : {}) };
  // Decides where the choice to greet is shown. Read once, so that the switch does not move when it is used.
  const [tookPart] = useState(own.isGreeter || own.isNewcomer);
  const choice = (
    <>
      {choosing.isError && (
        <Notice tone="warning" onDismiss={choosing.reset}>
          {t('That couldn’t be saved. Please try again.')}
        </Notice>
      )}
      <section className="card welcome-choice">
        <Switch
          label={t('I say hello to newcomers')}
          help={t('You see who is new near you. They see nothing until you write.')}
          isOn={shown.isGreeter}
          onChange={(isGreeter) => choosing.mutate({ isGreeter })}
        />
      </section>
    </>
  );
  return (
    <div className={newcomers.isLoading ? 'split welcome-loading' : 'split'}>
      {!tookPart && <Rules />}
      <div className="split-stage">
        {own.isNewcomer && <GreetingOffer isGreeted={shown.isGreeted} onChoose={(isGreeted) => choosing.mutate({ isGreeted })} />}
        {!tookPart && choice}
        {own.isGreeter && <GreeterTabs />}
      </div>
      {tookPart && <Rules />}
      {/* On phones this panel is below the newcomers, so it waits until they are loaded. */}
      {!newcomers.isLoading && (
        <div className="split-panel">
          {tookPart && choice}
          <section className="card welcome-vouches">
            <h2>{t('Vouches')}</h2>
            <p className="soft">
              {tCount(welcomeRules.vouchesShownFrom, {
                one: 'Members who said hello to you and got an answer can vouch for you. With # or more vouches, your profile can show them; fewer are never shown.',
                other:
                  'Members who said hello to you and got an answer can vouch for you. With # or more vouches, your profile can show them; fewer are never shown.',
              })}
            </p>
            {own.vouches !== null && (
              <p>{tCount(own.vouches, { one: '# member vouches for you.', other: '# members vouch for you.' })}</p>
            )}
            <Switch
              label={t('Show vouches on my profile')}
              isOn={shown.showsVouches}
              onChange={(showsVouches) => choosing.mutate({ showsVouches })}
            />
          </section>
        </div>
      )}
    </div>
  );
}

interface GreetingOfferProps {
  readonly isGreeted: boolean;
  readonly onChoose: (isGreeted: boolean) => void;
}

function GreetingOffer({ isGreeted, onChoose }: GreetingOfferProps) {
  return (
    <section className="card glitter glitter-active" aria-live="polite">
      <span className="greeting-mark">
        <WaveIcon />
      </span>
      <h2>{isGreeted ? t('You will be greeted') : t('Good to have you here')}</h2>
      <p>
        {isGreeted
          ? t('For seven days after you join, members near you who greet newcomers see that you’re new. Answer anyone you like.')
          : t(
              'Would you like a few members near you to say hello? In your first seven days, they will see that you’re new. Otherwise nobody will.',
            )}
      </p>
      <Button look={isGreeted ? 'plain' : 'main'} onClick={() => onChoose(!isGreeted)}>
        {isGreeted ? t('No more hellos') : t('Yes, please')}
      </Button>
    </section>
  );
}

/** In English. */
const tabs = { newcomers: 'Newcomers', hellos: 'Your hellos' } as const;

function GreeterTabs() {
  const [tab, setTab] = useState<keyof typeof tabs>('newcomers');
  return (
    <section className="stack" aria-label={t('Greeting')}>
      <Tabs
        label={t('Greeting')}
        tabs={{ newcomers: t(tabs.newcomers), hellos: t(tabs.hellos) }}
        selected={tab}
        onSelect={setTab}
      >
        <NeedsProfile>{tab === 'newcomers' ? <Newcomers /> : <Hellos />}</NeedsProfile>
      </Tabs>
    </section>
  );
}
