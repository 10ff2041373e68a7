// /settings: the account's settings in sections.
import { t } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, type ComponentType } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { useStore } from '#client/device/store.ts';
import { GameConsents } from '#client/features/games/GameConsents.tsx';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { reachability } from '#client/net/reachability.ts';
import { Button } from '#client/ui/Button.tsx';
import { BackIcon } from '#client/ui/frame-icons.tsx';
import {
  BellIcon,
  BellOffIcon,
  BlockIcon,
  DeviceIcon,
  EyeIcon,
  GamesIcon,
  HeartIcon,
  icon,
  LoginIcon,
  LogoutIcon,
  MapIcon,
  PagesIcon,
  PersonIcon,
  SettingsIcon,
  TrashIcon,
  type IconComponent,
} from '#client/ui/icons.tsx';
import { LiveRegion } from '#client/ui/LiveRegion.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useGoBack } from '#client/ui/use-go-back.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { mediaHook } from '#client/ui/media-hook.ts';
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

const LockIcon = icon('M5.5 10.5h13v10h-13ZM8.5 10.5V7.5a3.5 3.5 0 0 1 7 0v3M12 14.5v2');
const KeyIcon = icon('M8 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM12.5 12h8M17 12v3.5M20 12v2.5');

interface Section {
  /** The URL fragment. */
  readonly id: string;
  readonly title: string;
  readonly Icon: IconComponent;
  readonly Content: ComponentType<SectionProps>;
}

/** The titles are in English. */
const sections = [
  { id: 'account', title: 'Account', Icon: PersonIcon, Content: AccountForm },
  { id: 'place', title: 'Where others see you', Icon: MapIcon, Content: PlaceChoices },
  { id: 'privacy', title: 'Privacy', Icon: EyeIcon, Content: PrivacyChoices },
  { id: 'games', title: 'What games may show about you', Icon: GamesIcon, Content: GameConsents },
  { id: 'devices', title: 'Devices with notifications', Icon: DeviceIcon, Content: Devices },
  { id: 'kinds', title: 'What you are notified about', Icon: BellIcon, Content: NotificationChoices },
  { id: 'quiet', title: 'Quiet hours', Icon: BellOffIcon, Content: QuietHoursEditor },
  { id: 'display', title: 'noun|Display', Icon: SettingsIcon, Content: DisplayChoices },
  { id: 'lock', title: 'App lock', Icon: LockIcon, Content: Lock },
  { id: 'blocked', title: 'Blocked members', Icon: BlockIcon, Content: BlockedMembers },
  { id: 'passkeys', title: 'Passkeys', Icon: KeyIcon, Content: Passkeys },
  { id: 'sessions', title: 'Where you are logged in', Icon: LoginIcon, Content: SessionsList },
  { id: 'membership', title: 'Membership', Icon: HeartIcon, Content: Membership },
  { id: 'data', title: 'Your data', Icon: PagesIcon, Content: OwnData },
  { id: 'leaving', title: 'Log out', Icon: LogoutIcon, Content: LogoutSection },
  { id: 'delete', title: 'Delete account', Icon: TrashIcon, Content: DeleteAccount },
] as const satisfies readonly Section[];

/** The width is the same as in settings.css. */
const useIsPhone = mediaHook('(max-width: 559px)');

/** A phone shows either the list of the sections or the one that the address names. Wide windows show all at once. */
function usePlace() {
  const hash = useLocation({ select: (location) => location.hash });
  const isPhone = useIsPhone();
  return { hash, isPhone, alone: isPhone ? sections.find(({ id }) => id === hash) : undefined };
}

export function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery);
  const { alone } = usePlace();
  const isFailed = data === undefined && error !== null;
  return (
    <Page title={t('Account Settings')} top={alone !== undefined && !isFailed ? <SectionHead {...alone} /> : undefined}>
      {data !== undefined ? (
        <Sections settings={data} />
      ) : (
        <>
          <QueryState error={error} refetch={refetch} skeleton={<SectionsSkeleton />} />
          {isFailed && <OwnSections />}
        </>
      )}
    </Page>
  );
}

/** Replaces the heading of the screen while a section is shown alone. */
function SectionHead({ id, title }: (typeof sections)[number]) {
  const goBack = useGoBack({ to: '/settings' });
  return (
    <>
      <Button look="round" className="settings-back" onClick={goBack} aria-label={t('Back')}>
        <BackIcon />
      </Button>
      <h2 id={`${id}-title`} className="settings-title" tabIndex={-1}>
        {t(title)}
      </h2>
    </>
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
  const { hash, isPhone, alone } = usePlace();
  const left = useRef('');
  // Scrolls to the section, because the browser could not do so before it was rendered.
  useEffect(() => {
    // Newer browsers return a promise, which is no cleanup.
    void document.getElementById(hash)?.scrollIntoView();
    const link = hash === '' && left.current !== '' ? `[href$='#${left.current}']` : null;
    left.current = hash;
    const target = link === null ? document.getElementById(`${hash}-title`) : document.querySelector<HTMLElement>(link);
    target?.focus({ preventScroll: true });
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
        {sections.map(({ id, title, Content }) => {
          const isHidden = isPhone && id !== alone?.id;
          return (
            <section
              key={id}
              id={id}
              ref={isHidden ? hideUntilFound : undefined}
              className="card"
              hidden={isHidden}
              aria-labelledby={isHidden ? undefined : `${id}-title`}
            >
              {!isPhone && (
                <h2 id={`${id}-title`} tabIndex={-1}>
                  {t(title)}
                </h2>
              )}
              <Content {...props} />
            </section>
          );
        })}
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

/** What was typed stays in a hidden section. Where browsers can do so, their search of the page finds its words and opens it. */
function hideUntilFound(section: HTMLElement | null): void {
  if (section === null || !('onbeforematch' in section)) return;
  section.setAttribute('hidden', 'until-found');
  section.onbeforematch = () => {
    location.hash = section.id;
  };
}

function SectionLinks() {
  const { isPhone, alone } = usePlace();
  return (
    <nav className="settings-nav" aria-label={t('Sections')} hidden={alone !== undefined}>
      {sections.map(({ id, title, Icon }) => (
        <Link
          key={id}
          to="/settings"
          hash={id}
          replace={!isPhone}
          className="settings-jump"
          activeOptions={{ includeHash: true }}
        >
          <Icon />
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}

function SectionsSkeleton() {
  const { isPhone, alone } = usePlace();
  return (
    <div className="settings" aria-busy="true">
      <SectionLinks />
      <div className="settings-sections" hidden={isPhone && alone === undefined}>
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
