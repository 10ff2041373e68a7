// Durations for which a conversation can be muted.

/** One hour, eight hours (a night or a working day), one day. */
export const muteLastsMs = [3_600_000, 28_800_000, 86_400_000] as const;

/** The duration for the mute button of a notification. */
export const muteFromNotificationMs = muteLastsMs[1];
