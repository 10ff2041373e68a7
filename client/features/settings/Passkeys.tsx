// The member's passkeys, with actions to add, rename and remove them.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { PasskeyListed } from '#shared/contract/passkeys.ts';
import { dateText } from '#shared/formats/times.ts';
import { locale } from '#client/device/locale.ts';
import { arePasskeysSupported } from '#client/device/passkey-use.ts';
import { guessedDeviceName } from '#client/device/push-permission.ts';
import { ConnectionLost, Refused } from '#client/net/errors.ts';
import { QueryState } from '#client/net/QueryState.tsx';
import { Button } from '#client/ui/Button.tsx';
import { SkeletonList } from '#client/ui/Skeleton.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { PencilIcon, TrashIcon } from '#client/ui/icons.tsx';
import { Notice } from '#client/ui/Notice.tsx';
import { agoText } from './ago-text.ts';
import { NameForm } from './NameForm.tsx';
import { passkeysQuery, usePasskeyChanges } from './passkeys.queries.ts';
import '#client/ui/list-rows.css';

export function Passkeys() {
  const { data, dataUpdatedAt, error, refetch } = useQuery(passkeysQuery);
  const { adding, renaming, removing } = usePasskeyChanges();
  const [renamed, setRenamed] = useState<PasskeyListed | null>(null);
  const failed = [adding, renaming, removing].find(({ isError }) => isError);
  if (data === undefined) return <QueryState error={error} refetch={refetch} skeleton={<SkeletonList count={2} shape="row" />} />;
  return (
    <>
      <p className="soft">
        {t(
          'A passkey logs you in with the fingerprint, face or PIN of a device, without an email or a password. It works on this site only. It can also open the app lock.',
        )}
      </p>
      <ul className="list-rows">
        {data.map((passkey) => (
          <li key={passkey.id} className="list-row">
            <span className="grow list-row-text">
              <span>{passkey.name}</span>
              <span className="soft small">{detailsOf(passkey, dataUpdatedAt)}</span>
            </span>
            <Button look="round" onClick={() => setRenamed(passkey)} aria-label={t('Rename {name}', { name: passkey.name })}>
              <PencilIcon />
            </Button>
            <Button
              look="round"
              disabled={removing.isPending}
              onClick={() => removing.mutate(passkey.id)}
              aria-label={t('Remove {name}', { name: passkey.name })}
            >
              <TrashIcon />
            </Button>
          </li>
        ))}
      </ul>
      {failed && (
        <Notice tone="error" onDismiss={failed.reset}>
          {errorText(failed.error)}
        </Notice>
      )}
      {removing.isSuccess && (
        <Notice onDismiss={removing.reset}>
          {t(
            'It no longer logs anyone in. If it opens your app lock, it still does; otherwise you can also delete it from the passwords of your device.',
          )}
        </Notice>
      )}
      {arePasskeysSupported() ? (
        <AddPasskey isBusy={adding.isPending} onAdd={adding.mutateAsync} />
      ) : (
        <p className="soft">{t('This browser can’t use passkeys here.')}</p>
      )}
      <Dialog isOpen={renamed !== null} onClose={() => setRenamed(null)} title={t('Rename passkey')}>
        {renamed !== null && (
          <NameForm
            label={t('Name of the passkey')}
            initialName={renamed.name}
            submitLabel={t('Save')}
            onSubmit={(name) => {
              renaming.mutate({ id: renamed.id, name });
              setRenamed(null);
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function AddPasskey({ isBusy, onAdd }: { readonly isBusy: boolean; readonly onAdd: (name: string) => Promise<unknown> }) {
  const [isOpen, setOpen] = useState(false);
  const add = (name: string): void =>
    void onAdd(name).then(
      () => setOpen(false),
      // Nothing to do: the section shows the error, and the name stays.
      () => undefined,
    );
  if (!isOpen)
    return (
      <div className="row">
        <Button onClick={() => setOpen(true)}>{t('Add a passkey')}</Button>
      </div>
    );
  return (
    <NameForm
      label={t('Name of the passkey')}
      initialName={guessedDeviceName()}
      submitLabel={isBusy ? t('Adding…') : t('Add it')}
      isBusy={isBusy}
      onSubmit={add}
      onCancel={() => setOpen(false)}
    />
  );
}

function detailsOf({ tsCreated, tsLastUsed, isForThisSite }: PasskeyListed, nowMs: number): string {
  const date = dateText(tsCreated, locale());
  if (tsLastUsed === null)
    return isForThisSite
      ? t('Added on {date}, not used yet', { date })
      : t('Added on {date}, not used yet, for another of our sites', { date });
  const ago = agoText(tsLastUsed, nowMs);
  return isForThisSite
    ? t('Added on {date}, last used {ago}', { date, ago })
    : t('Added on {date}, last used {ago}, for another of our sites', { date, ago });
}

function errorText(error: Error | null): string {
  if (error instanceof Refused) return error.message;
  if (error instanceof ConnectionLost) return t('You are offline. Nothing was changed.');
  if (!(error instanceof DOMException)) return t('That didn’t work. Please try again.');
  return error.name === 'InvalidStateError'
    ? t('This device already has a passkey for your account.')
    : t('No passkey was added. You can try again.');
}
