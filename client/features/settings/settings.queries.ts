// The mutation to save settings; pending changes show immediately, and the response updates every screen.
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { settings, type Preferences, type Settings, type SettingsChange } from '#shared/contract/settings.ts';
import { applySettings, settingsQuery } from '#client/features/session/session.queries.ts';
import { call } from '#client/net/call.ts';
import { showReply } from '#client/net/show-reply.ts';
import { withRecentSignIn } from './sign-in-again.ts';

const savingKey = ['save-settings'];

/** Changes are sent one after the other; `onSaved` is called for each. */
export function useSaveSettings(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: savingKey,
    scope: { id: 'save-settings' },
    mutationFn: (change: SettingsChange) => {
      const save = () => call(settings.putSettings, { body: change });
      // A new password needs a login by emailed link, which the failure offers.
      return change.password === undefined ? withRecentSignIn('account', save) : save();
    },
    onSuccess: (stored) => {
      showReply(queries, settingsQuery.queryKey, stored);
      applySettings(stored);
      onSaved();
    },
  });
}

/** The stored preferences with pending changes applied. */
export function usePreferences(stored: Settings): Preferences {
  const pending = useMutationState({
    filters: { mutationKey: savingKey, status: 'pending' },
    // Only mutations of useSaveSettings have this key.
    select: ({ state }) => state.variables as SettingsChange,
  });
  return pending.reduce<Preferences>((current, change) => ({ ...current, ...change }), stored);
}
