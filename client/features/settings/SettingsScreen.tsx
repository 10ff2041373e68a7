// /settings: sections, each in its own file; the heavier ones are loaded lazily.
import { Link, useLocation } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ComponentType } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { NotLoaded } from '#client/net/NotLoaded.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useTimed } from '#client/ui/use-timed.ts';
import { AccountForm } from './AccountForm.tsx';
import { Devices } from './Devices.tsx';
import { DisplayChoices } from './DisplayChoices.tsx';
import { Leaving } from './Leaving.tsx';
import { Membership } from './Membership.tsx';
import { PlaceChoices } from './PlaceChoices.tsx';
import { PrivacyChoices } from './PrivacyChoices.tsx';
import { SaveFailure } from './SaveFailure.tsx';
import type { SectionProps } from './sections.ts';
import { useSaveSettings, useShownChoices } from './settings.queries.ts';
import './settings.css';

const BlockedMembers = lazy(() => import('./BlockedMembers.tsx').then(({ BlockedMembers }) => ({ default: BlockedMembers })));
const DeleteAccount = lazy(() => import('./DeleteAccount.tsx').then(({ DeleteAccount }) => ({ default: DeleteAccount })));
const GameConsents = lazy(() =>
  import('#client/features/games/GameConsents.tsx').then(({ GameConsents }) => ({ default: GameConsents })),
);
const Lock = lazy(() => import('./Lock.tsx').then(({ Lock }) => ({ default: Lock })));
const NotificationChoices = lazy(() =>
  import('./NotificationChoices.tsx').then(({ NotificationChoices }) => ({ default: NotificationChoices })),
);
const OwnData = lazy(() => import('./OwnData.tsx').then(({ OwnData }) => ({ default: OwnData })));
const QuietHoursEditor = lazy(() =>
  import('./QuietHoursEditor.tsx').then(({ QuietHoursEditor }) => ({ default: QuietHoursEditor })),
);
const SessionsList = lazy(() => import('./SessionsList.tsx').then(({ SessionsList }) => ({ default: SessionsList })));

interface Section {
  /** The anchor of the section in addresses. */
  readonly id: string;
  /** In the list of sections. */
  readonly short: string;
  readonly title: string;
  readonly Part: ComponentType<SectionProps>;
}

const sections: readonly Section[] = [
  { id: 'account', short: 'Account', title: 'Account', Part: AccountForm },
  { id: 'place', short: 'Place', title: 'Where others see you', Part: PlaceChoices },
  { id: 'privacy', short: 'Privacy', title: 'Privacy', Part: PrivacyChoices },
  { id: 'games', short: 'Games', title: 'What games may show about you', Part: GameConsents },
  { id: 'devices', short: 'Notifications', title: 'Devices with notifications', Part: Devices },
  { id: 'kinds', short: 'Kinds', title: 'What you are notified of', Part: NotificationChoices },
  { id: 'quiet', short: 'Quiet hours', title: 'Quiet hours', Part: QuietHoursEditor },
  { id: 'display', short: 'Display', title: 'Display', Part: DisplayChoices },
  { id: 'lock', short: 'App lock', title: 'App lock', Part: Lock },
  { id: 'blocked', short: 'Blocked', title: 'Blocked members', Part: BlockedMembers },
  { id: 'sessions', short: 'Sessions', title: 'Where you are logged in', Part: SessionsList },
  { id: 'membership', short: 'Membership', title: 'Membership', Part: Membership },
  { id: 'data', short: 'Your data', title: 'Your data', Part: OwnData },
  { id: 'leaving', short: 'Log out', title: 'Log out', Part: Leaving },
  { id: 'delete', short: 'Delete', title: 'Delete account', Part: DeleteAccount },
];

export function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page title="Account Settings">
      {data !== undefined ? (
        <Sections settings={data} />
      ) : (
        <NotLoaded error={error} onRetry={refetch}>
          <SectionsSkeleton />
        </NotLoaded>
      )}
    </Page>
  );
}

function Sections({ settings }: { readonly settings: Settings }) {
  const [isSaved, showSaved] = useTimed(limits.settingsSavedNoticeMs);
  const saving = useSaveSettings(showSaved);
  const hash = useLocation({ select: (location) => location.hash });
  // A link to a section was opened before the sections were rendered.
  useEffect(() => document.getElementById(hash)?.scrollIntoView(), [hash]);
  const props: SectionProps = {
    settings,
    chosen: useShownChoices(settings),
    isSaving: saving.isPending,
    onSave: saving.mutateAsync,
    onChoose: saving.mutate,
  };
  return (
    <div className="settings">
      <nav className="settings-nav" aria-label="Sections">
        {sections.map(({ id, short }) => (
          <Link key={id} to="/settings" hash={id} replace className="settings-jump">
            {short}
          </Link>
        ))}
      </nav>
      <div className="settings-sections">
        {sections.map(({ id, title, Part }) => (
          <section key={id} id={id} className="card" aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            <Suspense fallback={<Skeleton shape="card" />}>
              <Part {...props} />
            </Suspense>
          </section>
        ))}
        <div className="save-word" aria-live="polite">
          {isSaved && <Notice tone="success">Saved</Notice>}
          {saving.isError && <SaveFailure error={saving.error} onDismiss={saving.reset} />}
        </div>
      </div>
    </div>
  );
}

function SectionsSkeleton() {
  return (
    <div className="settings" aria-busy="true">
      <span className="settings-nav" />
      <div className="settings-sections">
        <Skeleton shape="card" />
        <Skeleton shape="card" />
        <Skeleton shape="card" />
      </div>
    </div>
  );
}
