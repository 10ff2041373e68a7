// Changing the own account: the stored answer becomes what every screen shows.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { settings, type SettingsChange } from '#shared/contract/settings.ts';
import { applySettings, settingsQuery } from '#client/features/session/session.queries.ts';
import { call } from '#client/net/call.ts';

export function useSaveSettings(onSaved: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: SettingsChange) => call(settings.putSettings, { body: change }),
    onSuccess: (stored) => {
      queries.setQueryData(settingsQuery.queryKey, stored);
      applySettings(stored);
      onSaved();
    },
  });
}
