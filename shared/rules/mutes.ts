// How long a conversation can be muted.

const hourMs = 3_600_000;

/** An hour, eight (a night, or a day at work), a whole day. */
export const muteLastsMs = [hourMs, 8 * hourMs, 24 * hourMs] as const;

/** What the button of a notification chooses. */
export const muteFromNotificationMs = 8 * hourMs;
