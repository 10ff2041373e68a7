// The paths that notifications open.

/** A notification's buttons; the clicked one becomes the query parameter `then`. */
export const pushActions = ['reply', 'mute'] as const;
export type PushAction = (typeof pushActions)[number];

export const notificationPath = (notificationId: string): string => `/notifications/open/${notificationId}`;

export const withAction = (path: string, action: PushAction): string => `${path}?then=${action}`;

/** The notification id in a path; null for any other path. */
export const notificationIdOf = (path: string): string | null => /^\/notifications\/open\/([\w-]+)$/.exec(path)?.[1] ?? null;

/** The other member's profile id in the path of a conversation; null for any other path. */
export const peerIdOf = (url: string): string | null => /^\/chat\/personal\/([\w-]+)$/.exec(url)?.[1] ?? null;
