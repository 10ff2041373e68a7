// The mutation of the settings: running changes are shown at once, and the response updates every screen.
import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { settings, type Preferences, type Settings, type SettingsChange } from '#shared/contract/settings.ts';
import { applySettings, settingsQuery } from '#client/features/session/session.queries.ts';
import { call } from '#client/net/call.ts';

const savingKey = ['save-settings'];

/** Changes go out one after the other. `onSaved` is called for each that was stored. */
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

/** The stored choices with running changes applied. */
export function useShownChoices(stored: Settings): Preferences {
  const waiting = useMutationState({
    filters: { mutationKey: savingKey, status: 'pending' },
    // Only useSaveSettings has that key.
    select: ({ state }) => state.variables as SettingsChange,
  });
  return waiting.reduce<Preferences>(changed, stored);
}

function changed(shown: Preferences, change: SettingsChange): Preferences {
  return {
    positionPrecision: change.positionPrecision ?? shown.positionPrecision,
    hide: change.hide ?? shown.hide,
    previews: change.previews ?? shown.previews,
    // Null is a choice here: none.
    quietHours: change.quietHours === undefined ? shown.quietHours : change.quietHours,
    pushMessages: change.pushMessages ?? shown.pushMessages,
    pushLikes: change.pushLikes ?? shown.pushLikes,
    pushMutualLikes: change.pushMutualLikes ?? shown.pushMutualLikes,
    pushGrants: change.pushGrants ?? shown.pushGrants,
    morningDigest: change.morningDigest ?? shown.morningDigest,
    sendSeen: change.sendSeen ?? shown.sendSeen,
    sendTyping: change.sendTyping ?? shown.sendTyping,
    privatePictures: change.privatePictures ?? shown.privatePictures,
    units: change.units ?? shown.units,
    theme: change.theme ?? shown.theme,
  };
}
