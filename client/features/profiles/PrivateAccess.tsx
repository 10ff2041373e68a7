// The settings for access to your private pictures: everyone or chosen members, with buttons to revoke access.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PicGrant } from '#shared/contract/grants.ts';
import type { PrivatePicturesFor, Settings } from '#shared/contract/settings.ts';
import { limits } from '#shared/rules/limits.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { useSaveSettings, usePreferences } from '#client/features/settings/settings.queries.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { Select } from '#client/ui/Select.tsx';
import { useTimed } from '#client/ui/use-timed.ts';
import { accessText } from './access-text.ts';
import { grantsQuery, useRevokeGrants } from './private-access.queries.ts';
import { MemberRow } from '#client/people/MemberRow.tsx';

const labels: Readonly<Record<PrivatePicturesFor, string>> = {
  everyone: 'Every member with NSFW pictures on',
  granted: 'Only members I share them with',
};

const help: Readonly<Record<PrivatePicturesFor, string>> = {
  everyone: 'Any member with NSFW pictures switched on sees them on your profile.',
  granted: 'You share them from a member’s profile, for as long as you like. Nobody else can tell that you have any.',
};

export function PrivateAccess() {
  const { data, error, refetch } = useQuery(settingsQuery);
  return (
    <section className="card" id="private-access" aria-labelledby="private-access-title">
      <h2 id="private-access-title">Who sees my private pictures</h2>
      {data !== undefined ? (
        <>
          <Choice settings={data} />
          <Viewers />
        </>
      ) : (
        <QueryState error={error} refetch={refetch} />
      )}
    </section>
  );
}

function Choice({ settings }: { readonly settings: Settings }) {
  const [isSaved, showSaved] = useTimed(limits.settingsSavedNoticeMs);
  const saving = useSaveSettings(showSaved);
  const { privatePictures } = usePreferences(settings);
  return (
    <>
      <Select
        label="Shown to"
        value={privatePictures}
        onValue={(chosen) => saving.mutate({ privatePictures: chosen })}
        options={labels}
        help={help[privatePictures]}
      />
      <div className="live" aria-live="polite">
        {isSaved && <Notice tone="success">Saved</Notice>}
        {saving.isError && (
          <Notice tone="warning" onDismiss={saving.reset}>
            That could not be saved. Please try again.
          </Notice>
        )}
      </div>
    </>
  );
}

function Viewers() {
  const { data: viewers, error, refetch } = useQuery(grantsQuery);
  if (viewers === undefined) return <QueryState error={error} refetch={refetch} />;
  if (viewers.length === 0) return <p className="soft">You haven’t shared them with anyone or sent any in a message.</p>;
  return (
    <>
      <ul className="list-rows" aria-label="Members with access">
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
      profileId={profileId}
      profile={profile}
      status={revoking.isError ? 'That did not work. Please try again.' : accessText(viewer)}
      action={(name) => (
        <Button disabled={revoking.isPending} onClick={() => revoking.mutate()} aria-label={`Take back from ${name}`}>
          Take back
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
        <Button onClick={() => setConfirming(true)}>Take back from everyone</Button>
      </div>
      <Dialog isOpen={isConfirming} onClose={() => setConfirming(false)} title="Take back from everyone?">
        <p>
          No one you shared your private pictures with will see them any more, and those you sent disappear from your messages.
        </p>
        {revoking.isError && <Notice tone="warning">That did not work. Please try again.</Notice>}
        <div className="row">
          <Button
            look="danger"
            disabled={revoking.isPending}
            onClick={() => revoking.mutate(undefined, { onSuccess: () => setConfirming(false) })}
          >
            Take back
          </Button>
          <Button onClick={() => setConfirming(false)}>Cancel</Button>
        </div>
      </Dialog>
    </>
  );
}
