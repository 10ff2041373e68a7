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
  readonly shortTitle: string;
  readonly title: string;
  readonly Content: ComponentType<SectionProps>;
}

/** The titles are in English. */
const sections = [
  { id: 'account', shortTitle: 'Account', title: 'Account', Content: AccountForm },
  { id: 'place', shortTitle: 'noun|Place', title: 'Where others see you', Content: PlaceChoices },
  { id: 'privacy', shortTitle: 'Privacy', title: 'Privacy', Content: PrivacyChoices },
  { id: 'games', shortTitle: 'Games', title: 'What games may show about you', Content: GameConsents },
  { id: 'devices', shortTitle: 'Notifications', title: 'Devices with notifications', Content: Devices },
  { id: 'kinds', shortTitle: 'of notifications|Kinds', title: 'What you are notified about', Content: NotificationChoices },
  { id: 'quiet', shortTitle: 'Quiet hours', title: 'Quiet hours', Content: QuietHoursEditor },
  { id: 'display', shortTitle: 'noun|Display', title: 'noun|Display', Content: DisplayChoices },
  { id: 'lock', shortTitle: 'App lock', title: 'App lock', Content: Lock },
  { id: 'blocked', shortTitle: 'members|Blocked', title: 'Blocked members', Content: BlockedMembers },
  { id: 'passkeys', shortTitle: 'Passkeys', title: 'Passkeys', Content: Passkeys },
  { id: 'sessions', shortTitle: 'Sessions', title: 'Where you are logged in', Content: SessionsList },
  { id: 'membership', shortTitle: 'Membership', title: 'Membership', Content: Membership },
  { id: 'data', shortTitle: 'Your data', title: 'Your data', Content: OwnData },
  { id: 'leaving', shortTitle: 'Log out', title: 'Log out', Content: LogoutSection },
  { id: 'delete', shortTitle: 'Delete', title: 'Delete account', Content: DeleteAccount },
] as const satisfies readonly Section[];

export function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page title={t('Account Settings')}>
      {data !== undefined ? (
        <Sections settings={data} />
      ) : (
        <QueryState error={error} refetch={refetch} skeleton={<SectionsSkeleton />} />
      )}
    </Page>
  );
}

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
            <h2 id={`${id}-title`}>{t(title)}</h2>
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
    {sections.map(({ id, shortTitle }) => (
      <Link key={id} to="/settings" hash={id} replace className="settings-jump">
        {t(shortTitle)}
      </Link>
    ))}
  </nav>
);

function SectionsSkeleton() {
  return (
    <div className="settings" aria-busy="true">
      <SectionLinks />
      <div className="settings-sections">
        {Array.from({ length: 3 }, (_, index) => (
          <div key={index} className="card" aria-hidden="true">
            <Skeleton />
            <Skeleton shape="field" />
            <Skeleton />
            <Skeleton shape="field" />
          </div>
        ))}
      </div>
    </div>
  );
}
