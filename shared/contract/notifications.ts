// Notifications, which are stored until the member opens or removes them.
import * as z from 'zod/mini';
import { deleteNotificationCall } from '#shared/rules/worker-calls.ts';
import { endpoint } from './endpoint.ts';
import { id, timeMs, timeText } from './fields.ts';
import { reducedBrief } from './profiles.ts';

const notification = z.object({
  id,
  kind: z.enum(['like', 'mutual', 'message', 'grant', 'arbitration', 'health']),
  bodyText: z.string(),
  url: z.string(),
  tsCreated: timeMs,
  /** The member whom the notification is about; null for cases and health reports. */
  profile: z.nullable(reducedBrief),
});
export type Notification = z.infer<typeof notification>;

export const notifications = {
  getNotifications: endpoint({
    method: 'GET',
    path: '/api/notifications/{profileId}',
    who: 'USER',
    summary: "The caller's notifications, newest first.",
    params: z.object({ profileId: id }),
    actor: 'params.profileId',
    reply: z.array(notification),
  }),
  deleteNotification: endpoint({
    ...deleteNotificationCall,
    who: 'USER',
    whileSuspended: () => true,
    summary: 'Remove one notification; with a time, only if nothing newer has replaced it since.',
    params: z.object({ id }),
    query: z.object({ tsCreated: z.optional(timeText) }),
  }),
  deleteNotifications: endpoint({
    method: 'DELETE',
    path: '/api/notifications/{profileId}',
    who: 'USER',
    whileSuspended: () => true,
    summary:
      "Remove the caller's notifications up to a time, so that newer ones stay. Health notices have only a date and are removed one by one.",
    params: z.object({ profileId: id }),
    query: z.object({ tsCreated: timeText }),
    actor: 'params.profileId',
    waits: { queue: 'notifications', per: ({ params }) => params.profileId, replyCache: 'notifications' },
  }),
};
