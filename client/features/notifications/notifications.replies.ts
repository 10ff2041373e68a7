// Handlers for replies to removed notifications, one or all, and changed mutes.
import type { ReplyHandler } from '#client/offline/outbox/reply-handlers.ts';

const notification: ReplyHandler<unknown> = { changes: () => [['notifications']] };
const mute: ReplyHandler<unknown> = { changes: () => [['mutes']] };

export const notificationReplies = { notification, notifications: notification, mute };
