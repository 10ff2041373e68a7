// Durations for which a conversation can be muted.
import { dayMs, hourMs } from './durations.ts';

/** One hour, eight hours (a night or a working day), one day. */
export const muteLastsMs = [hourMs, 28_800_000, dayMs] as const;

/** The duration for the mute button of a notification. */
export const muteFromNotificationMs = muteLastsMs[1];
