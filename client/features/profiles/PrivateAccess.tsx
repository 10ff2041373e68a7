// The settings for who may see a member's private pictures: everyone, chosen members or nobody. Access can be ended here.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PicGrant } from '#shared/contract/grants.ts';
import type { Settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { useSaveSettings, usePreferences, useSettingsWrites } from '#client/features/settings/settings.queries.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { reachability } from '#client/net/reachability.ts';
import { LiveRegion } from '#client/ui/LiveRegion.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Select } from '#client/ui/Select.tsx';
import { useStore } from '#client/device/store.ts';
import { useTimed } from '#client/ui/use-timed.ts';
import { accessText } from './access-text.ts';
import { audienceHelp, audienceLabels } from './audience-texts.ts';
import { grantsQuery, useRevokeGrants } from './private-access.queries.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';

export function PrivateAccess() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <section className="card" id="private-access" aria-labelledby="private-access-title">
      <h2 id="private-access-title">{t('Who sees my private pictures')}</h2>
      {data !== undefined ? <Choice settings={data} /> : <QueryState error={error} refetch={refetch} />}
    </section>
  );
}

function Choice({ settings }: { readonly settings: Settings }) {
  const [isSaved, showSaved] = useTimed(limits.settingsSavedNoticeMs);
  const saving = useSaveSettings(showSaved);
  const { waiting, refusal, discardRefused } = useSettingsWrites();
  const { isLost } = useStore(reachability);
  const dismiss = (): void => {
    saving.reset();
    discardRefused();
  };
  const audience = usePreferences(settings).privatePictures ?? 'nobody';
  return (
    <>
      <Select
        label={t('Shown to')}
        value={audience}
        onValue={(chosen) => saving.mutate({ privatePictures: chosen })}
        options={{
          nobody: t(audienceLabels.nobody),
          granted: t(audienceLabels.granted),
          everyone: t(audienceLabels.everyone),
        }}
        help={t(audienceHelp[audience])}
      />
      <LiveRegion className="live">
        {isSaved && <Notice tone="success">{t('Saved')}</Notice>}
        {(saving.isError || refusal !== null) && (
          <Notice tone="warning" onDismiss={dismiss}>
            {t('That couldn’t be saved. Please try again.')}
          </Notice>
        )}
        {isLost && waiting.length > 0 && (
          <Notice>{t('You are offline. This is safe on your device and will be saved when you are back online.')}</Notice>
        )}
      </LiveRegion>
      <Viewers isForAll={audience === 'everyone'} />
    </>
  );
}

function Viewers({ isForAll }: { readonly isForAll: boolean }) {
  const { data: viewers, error, refetch } = useQuery(grantsQuery);
  if (viewers === undefined) return <QueryState error={error} refetch={refetch} />;
  if (viewers.length === 0)
    return isForAll ? null : <p className="soft">{t('You haven’t shared them with anyone or sent any in a message.')}</p>;
  return (
    <>
      <ul className="person-list" aria-label={t('Members with access')}>
        {viewers.map((viewer) => (
          <Viewer key={viewer.profileId} viewer={viewer} />
        ))}
      </ul>
      {viewers.length > 1 && <RevokeAll />}
    </>
  );
}

function Viewer({ viewer }: { readonly viewer: PicGrant }) {
  const { profileId, profile } = viewer;
  const revoking = useRevokeGrants(profileId);
  return (
    <MemberRow
      profile={profile}
      status={revoking.isError ? t('That didn’t work. Please try again.') : accessText(viewer)}
      action={(name) => (
        <Button disabled={revoking.isPending} onClick={() => revoking.mutate()} aria-label={t('Take back from {name}', { name })}>
          {t('Take back')}
        </Button>
      )}
    />
  );
}

function RevokeAll() {
  const [isConfirming, setConfirming] = useState(false);
  const revoking = useRevokeGrants();
  return (
    <>
      <div className="row">
        <Button
          onClick={() => {
            revoking.reset();
            setConfirming(true);
          }}
        >
          {t('Take back from everyone')}
        </Button>
      </div>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title={t('Take back from everyone?')}>
        <p>{t('Sharing with these members ends, and the private pictures you sent disappear from your messages.')}</p>
        {revoking.isError && <Notice tone="warning">{t('That didn’t work. Please try again.')}</Notice>}
        <div className="row">
          <Button
            look="danger"
            disabled={revoking.isPending}
            onClick={() => revoking.mutate(undefined, { onSuccess: () => setConfirming(false) })}
          >
            {t('Take back')}
          </Button>
          <Button onClick={() => setConfirming(false)}>{t('Cancel')}</Button>
        </div>
      </Dialog>
    </>
  );
}
