// /settings: the account's settings in sections.
import { t } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, type ComponentType } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { useStore } from '#client/device/store.ts';
import { GameConsents } from '#client/features/games/GameConsents.tsx';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { reachability } from '#client/net/reachability.ts';
import { LiveRegion } from '#client/ui/LiveRegion.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useTimed } from '#client/ui/use-timed.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { AccountForm } from './AccountForm.tsx';
import { BlockedMembers } from './BlockedMembers.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Devices } from './Devices.tsx';
import { DisplayChoices } from './DisplayChoices.tsx';
import { Lock } from './Lock.tsx';
import { LogoutSection } from './LogoutSection.tsx';
import { Membership } from './Membership.tsx';
import { NotificationChoices } from './NotificationChoices.tsx';
import { OwnData } from './OwnData.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PlaceChoices } from './PlaceChoices.tsx';
import { PrivacyChoices } from './PrivacyChoices.tsx';
import { QuietHoursEditor } from './QuietHoursEditor.tsx';
import { SessionsList } from './SessionsList.tsx';
import type { SectionProps } from './sections.ts';
import { signInQuestion } from './sign-in-again.ts';
import { useSaveSettings, usePreferences, useSettingsWrites } from './settings.queries.ts';
import './settings.css';

const SaveFailure = lazyPart(() => import('./SaveFailure.tsx'), 'SaveFailure');
const SignInAgain = lazyPart(() => import('./SignInAgain.tsx'), 'SignInAgain');

interface Section {
  /** The URL fragment. */
  readonly id: string;
  readonly title: string;
  readonly Content: ComponentType<SectionProps>;
}

/** The titles are in English. */
const sections = [
  { id: 'account', title: 'Account', Content: AccountForm },
  { id: 'place', title: 'Where others see you', Content: PlaceChoices },
  { id: 'privacy', title: 'Privacy', Content: PrivacyChoices },
  { id: 'games', title: 'What games may show about you', Content: GameConsents },
  { id: 'devices', title: 'Devices with notifications', Content: Devices },
  { id: 'kinds', title: 'What you are notified about', Content: NotificationChoices },
  { id: 'quiet', title: 'Quiet hours', Content: QuietHoursEditor },
  { id: 'display', title: 'noun|Display', Content: DisplayChoices },
  { id: 'lock', title: 'App lock', Content: Lock },
  { id: 'blocked', title: 'Blocked members', Content: BlockedMembers },
  { id: 'passkeys', title: 'Passkeys', Content: Passkeys },
  { id: 'sessions', title: 'Where you are logged in', Content: SessionsList },
  { id: 'membership', title: 'Membership', Content: Membership },
  { id: 'data', title: 'Your data', Content: OwnData },
  { id: 'leaving', title: 'Log out', Content: LogoutSection },
  { id: 'delete', title: 'Delete account', Content: DeleteAccount },
] as const satisfies readonly Section[];

export function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page title={t('Account Settings')}>
      {data !== undefined ? (
        <Sections settings={data} />
      ) : (
        <>
          <QueryState error={error} refetch={refetch} skeleton={<SectionsSkeleton />} />
          {error !== null && <OwnSections />}
        </>
      )}
    </Page>
  );
}

/** What needs no server. */
const OwnSections = () => (
  <div className="settings-sections">
    <section id="lock" className="card" aria-labelledby="lock-title">
      <h2 id="lock-title">{t('App lock')}</h2>
      <Lock />
    </section>
    <section id="leaving" className="card" aria-labelledby="leaving-title">
      <h2 id="leaving-title">{t('Log out')}</h2>
      <LogoutSection />
    </section>
  </div>
);

function Sections({ settings }: { readonly settings: Settings }) {
  const [isSaved, showSaved] = useTimed(limits.settingsSavedNoticeMs);
  const saving = useSaveSettings(showSaved);
  const { waiting, refusal, discardRefused } = useSettingsWrites();
  const { isLost } = useStore(reachability);
  const question = useStore(signInQuestion);
  const hash = useLocation({ select: (location) => location.hash });
  // Scrolls to the section, because the browser could not do so before it was rendered.
  useEffect(() => {
    // Newer browsers return a promise, which is no cleanup.
    void document.getElementById(hash)?.scrollIntoView();
    document.getElementById(`${hash}-title`)?.focus({ preventScroll: true });
  }, [hash]);
  const props: SectionProps = {
    settings,
    chosen: usePreferences(settings),
    isSaving: saving.isPending,
    onSave: saving.mutateAsync,
    onChoose: saving.mutate,
  };
  return (
    <div className="settings">
      <SectionLinks />
      <div className="settings-sections">
        {sections.map(({ id, title, Content }) => (
          <section key={id} id={id} className="card" aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`} tabIndex={-1}>
              {t(title)}
            </h2>
            <Content {...props} />
          </section>
        ))}
        <LiveRegion className="settings-status">
          {isSaved && <Notice tone="success">{t('Saved')}</Notice>}
          <Suspense>
            {saving.isError && (
              <SaveFailure error={saving.error} isPassword={saving.variables?.password !== undefined} onDismiss={saving.reset} />
            )}
            {refusal !== null && <SaveFailure error={refusal} onDismiss={discardRefused} />}
          </Suspense>
          {isLost && waiting.length > 0 && (
            <Notice>{t('You are offline. This is safe on your device and will be saved when you are back online.')}</Notice>
          )}
        </LiveRegion>
        {question !== null && (
          <Suspense>
            <SignInAgain settings={settings} question={question} />
          </Suspense>
        )}
      </div>
    </div>
  );
}

const SectionLinks = () => (
  <nav className="settings-nav" aria-label={t('Sections')}>
    {sections.map(({ id, title }) => (
      <Link key={id} to="/settings" hash={id} replace className="settings-jump" activeOptions={{ includeHash: true }}>
        {t(title)}
      </Link>
    ))}
  </nav>
);

function SectionsSkeleton() {
  return (
    <div className="settings" aria-busy="true">
      <SectionLinks />
      <div className="settings-sections">
        <div className="card" aria-hidden="true">
          {Array.from({ length: 5 }, (_, index) => (
            <div key={index} className="stack">
              <Skeleton />
              <Skeleton shape="field" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
