// The mutation to save settings; pending changes show immediately, and the response updates every screen.
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { settings, type Preferences, type Settings, type SettingsChange } from '#shared/contract/settings.ts';
import { applySettings, settingsQuery } from '#client/features/session/session.queries.ts';
import { call } from '#client/net/call.ts';

const savingKey = ['save-settings'];

/** Changes are sent one after the other; `onSaved` is called for each. */
export function useSaveSettings(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: savingKey,
    scope: { id: 'save-settings' },
    mutationFn: (change: SettingsChange) => call(settings.putSettings, { body: change }),
    onSuccess: (stored) => {
      queries.setQueryData(settingsQuery.queryKey, stored);
      applySettings(stored);
      onSaved();
    },
  });
}

/** The stored preferences with pending changes applied. */
export function usePreferences(stored: Settings): Preferences {
  const pending = useMutationState({
    filters: { mutationKey: savingKey, status: 'pending' },
    // Only useSaveSettings has that key.
    select: ({ state }) => state.variables as SettingsChange,
  });
  return pending.reduce<Preferences>(applyChange, stored);
}

function applyChange(current: Preferences, change: SettingsChange): Preferences {
  return {
    positionPrecision: change.positionPrecision ?? current.positionPrecision,
    hide: change.hide ?? current.hide,
    previews: change.previews ?? current.previews,
    // Null means no quiet hours.
    quietHours: change.quietHours === undefined ? current.quietHours : change.quietHours,
    pushMessages: change.pushMessages ?? current.pushMessages,
    pushLikes: change.pushLikes ?? current.pushLikes,
    pushMutualLikes: change.pushMutualLikes ?? current.pushMutualLikes,
    pushGrants: change.pushGrants ?? current.pushGrants,
    morningDigest: change.morningDigest ?? current.morningDigest,
    sendSeen: change.sendSeen ?? current.sendSeen,
    sendTyping: change.sendTyping ?? current.sendTyping,
    privatePictures: change.privatePictures ?? current.privatePictures,
    units: change.units ?? current.units,
    theme: change.theme ?? current.theme,
  };
}
