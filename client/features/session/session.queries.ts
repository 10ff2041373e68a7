// The settings query, a function that applies the settings to this device, and the request for a fresh login link.
import { queryOptions, useMutation } from '@tanstack/react-query';
import { sessions } from '#shared/contract/sessions.ts';
import { settings, type Settings, type SettingsChange } from '#shared/contract/settings.ts';
import { storeAccountLanguage } from '#client/device/language-choice.ts';
import { storeSession, readRecord } from '#client/device/session-record.ts';
import { applyTheme } from '#client/device/theme.ts';
import { chooseUnits } from '#client/device/units.ts';
import { callAsQuery } from '#client/net/call-as-query.ts';
import { call } from '#client/net/call.ts';
import type { OutboxEntry } from '#client/offline/outbox/outbox-entries.ts';
import { pendingNow } from '#client/offline/outbox/use-pending.ts';

/** Each answer is applied to this device, so that a change on another one is shown on every screen. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: async (context): Promise<Settings> => {
    const own = await callAsQuery(settings.getSettings, {})(context);
    applySettings(own);
    return own;
  },
  staleTime: 60_000,
});

export const settingsQueue = 'settings';

/** The changes of settings that wait or are being sent, oldest first. `writes` are those of the settings' queue. */
export const waitingChanges = (writes: readonly OutboxEntry[]): SettingsChange[] =>
  // The cast is safe, because this device wrote the bodies.
  writes.filter(({ state }) => state !== 'failed').map(({ body }) => body as SettingsChange);

/** Stores session, theme, units and language here, unless the session has ended. A theme or units that wait to be sent stay. */
export function applySettings({ defaultProfileId, roles, language, ...stored }: Settings): void {
  if (readRecord() === null) return;
  storeSession({ profileId: defaultProfileId, roles });
  const waiting = waitingChanges(pendingNow(settingsQueue, defaultProfileId));
  const { theme, units } = waiting.reduce<Pick<Settings, 'theme' | 'units'>>(
    (current, change) => ({ ...current, ...change }),
    stored,
  );
  applyTheme(theme);
  chooseUnits(units);
  storeAccountLanguage(language);
}

/** Emails a login link to a member who needs a recent login for a change. */
export const useFreshLink = () => useMutation({ mutationFn: () => call(sessions.postFreshLink, {}) });
