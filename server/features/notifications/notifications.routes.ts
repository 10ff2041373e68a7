// Routes of notifications.
import type { FastifyInstance } from 'fastify';
import { notifications } from '#shared/contract/notifications.ts';
import { mount } from '#server/http/mount.ts';
import { languageOfCall } from '#server/http/request-language.ts';
import type { NotificationsService } from './notifications.service.ts';

export function notificationsRoutes(app: FastifyInstance, service: NotificationsService): void {
  mount(app, notifications.getNotifications, ({ params, request }) => service.list(params.profileId, languageOfCall(request)));
  mount(app, notifications.deleteNotification, async ({ caller, params, query }) => {
    await service.remove(caller.profileId, params.id, query.tsCreated);
    return undefined;
  });
  mount(app, notifications.deleteNotifications, async ({ params, query }) => {
    await service.removeAll(params.profileId, query.tsCreated);
    return undefined;
  });
}
