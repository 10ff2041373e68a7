// Paths that notifications open: written by the server, read by pages and worker.

/** What was asked for where a notification is shown; it comes along as `then` in the address that the notification opens. */
export const pushActions = ['reply', 'mute'] as const;
export type PushAction = (typeof pushActions)[number];

export const openingPath = (notificationId: string): string => `/notifications/open/${notificationId}`;

export const withAction = (path: string, action: PushAction): string => `${path}?then=${action}`;

/** The notification that a path opens; null for a path that opens none. */
export const notificationBehind = (path: string): string | null => /^\/notifications\/open\/([\w-]+)$/.exec(path)?.[1] ?? null;

/** With whom the conversation is that a notification is about; null for one that is about something else. */
export const peerBehind = (url: string): string | null => /^\/chat\/personal\/([\w-]+)$/.exec(url)?.[1] ?? null;
