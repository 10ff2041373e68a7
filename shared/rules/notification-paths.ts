// Paths that notifications open: written by the server, read by pages and worker.

/** Buttons of a notification; the clicked one is the query parameter `then` of the opened path. */
export const pushActions = ['reply', 'mute'] as const;
export type PushAction = (typeof pushActions)[number];

export const openingPath = (notificationId: string): string => `/notifications/open/${notificationId}`;

export const withAction = (path: string, action: PushAction): string => `${path}?then=${action}`;

/** The id of the notification that a path opens; null for any other path. */
export const notificationBehind = (path: string): string | null => /^\/notifications\/open\/([\w-]+)$/.exec(path)?.[1] ?? null;

/** The other member of the conversation that a path opens; null for any other path. */
export const peerBehind = (url: string): string | null => /^\/chat\/personal\/([\w-]+)$/.exec(url)?.[1] ?? null;
