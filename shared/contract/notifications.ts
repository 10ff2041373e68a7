// Notifications, which are stored until the member opens or removes them.
import * as z from 'zod/mini';
import { deleteNotificationCall } from '#shared/rules/worker-calls.ts';
import { endpoint } from './endpoint.ts';
import { id, timeMs, timeText } from './fields.ts';

const notification = z.object({ id, bodyText: z.string(), url: z.string(), tsCreated: timeMs });
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
};
