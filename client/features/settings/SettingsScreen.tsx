// /settings: the account, what others learn of the member, this device and the others.
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { limits } from '#shared/rules/limits.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { ConnectionLost } from '#client/net/errors.ts';
import { FailedState } from '#client/ui/EmptyState.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Skeleton } from '#client/ui/Skeleton.tsx';
import { useTimed } from '#client/ui/use-timed.ts';
import { AccountForm } from './AccountForm.tsx';
import { Choices } from './Choices.tsx';
import { Devices } from './Devices.tsx';
import { Leaving } from './Leaving.tsx';
import { SaveFailure } from './SaveFailure.tsx';
import { useSaveSettings } from './settings.queries.ts';
import './settings.css';

const Lock = lazy(() => import('./Lock.tsx').then(({ Lock }) => ({ default: Lock })));

export function SettingsScreen() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <Page title="Account Settings" width="narrow">
      {data !== undefined ? (
        <Sections settings={data} />
      ) : error !== null ? (
        <FailedState isOffline={error instanceof ConnectionLost} onRetry={() => void refetch()} />
      ) : (
        <div className="stack" aria-busy="true">
          <Skeleton shape="card" />
          <Skeleton shape="card" />
          <Skeleton shape="card" />
        </div>
      )}
    </Page>
  );
}

function Sections({ settings }: { readonly settings: Settings }) {
  const [isSaved, showSaved] = useTimed(limits.settingsSavedNoticeMs);
  const saving = useSaveSettings(showSaved);
  return (
    <>
      <AccountForm key={settings.email} settings={settings} isSaving={saving.isPending} onSave={saving.mutateAsync} />
      <Choices chosen={{ ...settings, ...(saving.isPending ? saving.variables : {}) }} onSave={saving.mutate} />
      <Devices settings={settings} onSave={saving.mutate} />
      <Suspense fallback={<Skeleton shape="card" />}>
        <Lock />
      </Suspense>
      <section className="card">
        <h2>Membership</h2>
        <p>
          Volunteer credits: <strong>{settings.volunteerCredits}</strong>
        </p>
        <p className="soft">Community membership is free. Paid contributing members fund it.</p>
      </section>
      <Leaving />
      <div className="save-word" aria-live="polite">
        {isSaved && <Notice tone="success">Saved</Notice>}
        {saving.isError && <SaveFailure error={saving.error} onDismiss={saving.reset} />}
      </div>
    </>
  );
}
