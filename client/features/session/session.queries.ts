// The own account as a query, and what of it this device remembers by itself.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { sessions } from '#shared/contract/sessions.ts';
import { settings, type Settings } from '#shared/contract/settings.ts';
import { keepSession, readRecord } from '#client/device/session-record.ts';
import { wearTheme } from '#client/device/theme.ts';
import { chooseUnits } from '#client/device/units.ts';
import { ask } from '#client/net/ask.ts';
import { call } from '#client/net/call.ts';

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ask(settings.getSettings, {}),
  staleTime: 60_000,
});

/** Session record, theme and units hold on this device without connection too. An answer after the session has ended brings nothing back. */
export function applySettings({ defaultProfileId, roles, theme, units }: Settings): void {
  if (readRecord() === null) return;
  keepSession({ profileId: defaultProfileId, roles });
  wearTheme(theme);
  chooseUnits(units);
}

/** Mails a login link to the own address, for what takes a fresh sign-in. */
export const useFreshLink = () => useMutation({ mutationFn: () => call(sessions.postFreshLink, {}) });
