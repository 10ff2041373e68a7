// Durations for which a conversation can be muted.

/** In ms: an hour, eight (a night, or a day at work), a whole day. */
export const muteLastsMs = [3_600_000, 28_800_000, 86_400_000] as const;

/** The duration chosen by the button of a notification. */
export const muteFromNotificationMs = muteLastsMs[1];
