// The mutation that saves settings. Waiting changes are shown at once, and the reply updates every screen.
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { settings, type Preferences, type Settings, type SettingsChange } from '#shared/contract/settings.ts';
import { applySettings, settingsQuery } from '#client/features/session/session.queries.ts';
import { call } from '#client/net/call.ts';
import { showReply } from '#client/net/show-reply.ts';
import { withRecentSignIn } from './sign-in-again.ts';

const savingKey = ['save-settings'];

/** Sends changes one after the other, and calls `onSaved` after each. */
export function useSaveSettings(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: savingKey,
    scope: { id: 'save-settings' },
    mutationFn: (change: SettingsChange) => {
      const save = () => call(settings.putSettings, { body: change });
      // Only a login by link allows a new password, and the error offers such a link.
      return change.password === undefined ? withRecentSignIn('account', save) : save();
    },
    onSuccess: (stored) => {
      showReply(queries, settingsQuery.queryKey, stored);
      applySettings(stored);
      onSaved();
    },
  });
}

/** The stored preferences with waiting changes applied. */
export function usePreferences(stored: Settings): Preferences {
  const pending = useMutationState({
    filters: { mutationKey: savingKey, status: 'pending' },
    // The cast is safe, because only mutations of useSaveSettings have this key.
    select: ({ state }) => state.variables as SettingsChange,
  });
  return pending.reduce<Preferences>((current, change) => ({ ...current, ...change }), stored);
}
