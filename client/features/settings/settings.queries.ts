// Saves settings: preferences wait on the device for a connection, and are shown at once. The reply updates every screen.
import { useEffect, useEffectEvent } from 'react';
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { settings, type Preferences, type Settings, type SettingsChange } from '#shared/contract/settings.ts';
import { t } from '#client/device/texts.ts';
import { useOwnProfileId } from '#client/device/session-record.ts';
import { applyTheme } from '#client/device/theme.ts';
import { chooseUnits } from '#client/device/units.ts';
import { applySettings, settingsQuery, settingsQueue, waitingChanges } from '#client/features/session/session.queries.ts';
import { call } from '#client/net/call.ts';
import { Refused } from '#client/net/errors.ts';
import { showReply } from '#client/net/show-reply.ts';
import { enqueueOrCall } from '#client/offline/outbox/enqueue.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { outbox } from '#client/offline/outbox/outbox.ts';
import { usePending } from '#client/offline/outbox/use-pending.ts';
import { withRecentSignIn } from './sign-in-again.ts';

const savingKey = ['save-settings'];

/**
 * The account's fields may need a recent login, and a new language needs its files. The list of devices would remove those that
 * were added while it waited.
 */
const fieldsOnline: readonly (keyof SettingsChange)[] = [
  'name',
  'email',
  'pendingEmail',
  'password',
  'language',
  'pushSubscriptions',
];

export const canWait = (change: SettingsChange): boolean => fieldsOnline.every((field) => !(field in change));

/**
 * Calls `onSaved` when the server has a change. The mutation of a change that can wait succeeds with null once the change is stored
 * on this device.
 */
export function useSaveSettings(onSaved: () => void = () => undefined) {
  const queries = useQueryClient();
  const profile = useOwnProfileId();
  const saved = useEffectEvent(onSaved);
  useEffect(() => outbox.onDelivered(({ queue }) => (queue === settingsQueue ? saved() : undefined)), []);
  return useMutation({
    mutationKey: savingKey,
    mutationFn: (change: SettingsChange): Promise<Settings | null> => {
      if (canWait(change)) return savePreferences(profile, change);
      const save = () => call(settings.putSettings, { body: change });
      // Only a login by link allows a new password, and the error offers such a link.
      return change.password === undefined ? withRecentSignIn('account', save) : save();
    },
    onSuccess: (stored) => {
      if (stored === null) return;
      showReply(queries, settingsQuery.queryKey, stored);
      applySettings(stored);
      onSaved();
    },
  });
}

function savePreferences(profile: string, change: SettingsChange): Promise<Settings | null> {
  if (change.theme !== undefined) applyTheme(change.theme);
  if (change.units !== undefined) chooseUnits(change.units);
  return enqueueOrCall(settings.putSettings, { body: change }, { profile, label: t('Account Settings') });
}

/** The stored preferences with waiting changes applied. */
export function usePreferences(stored: Settings): Preferences {
  const { waiting } = useSettingsWrites();
  const pending = useMutationState({
    filters: { mutationKey: savingKey, status: 'pending' },
    // The cast is safe, because only mutations of useSaveSettings have this key.
    select: ({ state }) => state.variables as SettingsChange,
  });
  return [...waiting, ...pending].reduce<Preferences>((current, change) => ({ ...current, ...change }), stored);
}

interface SettingsWrites {
  /** The changes that the server does not have yet. */
  readonly waiting: readonly SettingsChange[];
  /** Why the server has refused the last change. */
  readonly refusal: Refused | null;
  readonly discardRefused: () => void;
}

export function useSettingsWrites(): SettingsWrites {
  const writes = usePending(settingsQueue);
  const refused = writes.filter(({ state }) => state === 'failed');
  return {
    waiting: waitingChanges(writes),
    refusal: refusalOf(refused.at(-1)),
    discardRefused: () => void Promise.all(refused.map(({ id }) => outbox.drop(id))),
  };
}

function refusalOf(entry: OutboxEntry | undefined): Refused | null {
  if (entry?.reason == null) return null;
  return new Refused({ ...entry.reason, statusText: '', retryAfterMs: null });
}
