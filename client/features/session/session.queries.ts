// The settings query, and a function that applies the settings to this device.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { sessions } from '#shared/contract/sessions.ts';
import { settings, type Settings } from '#shared/contract/settings.ts';
import { storeAccountLanguage } from '#client/device/language-choice.ts';
import { storeSession, readRecord } from '#client/device/session-record.ts';
import { applyTheme } from '#client/device/theme.ts';
import { chooseUnits } from '#client/device/units.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: callAsQuery(settings.getSettings, {}),
  staleTime: 60_000,
});

/** Stores session, theme, units and language on this device, unless the session has ended in the meantime. */
export function applySettings({ defaultProfileId, roles, theme, units, language }: Settings): void {
  if (readRecord() === null) return;
  storeSession({ profileId: defaultProfileId, roles });
  applyTheme(theme);
  chooseUnits(units);
  storeAccountLanguage(language);
}

/** Emails a login link to a member who needs a recent login for a change. */
export const useFreshLink = () => useMutation({ mutationFn: () => call(sessions.postFreshLink, {}) });
