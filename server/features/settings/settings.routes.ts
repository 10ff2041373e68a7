// Routes of a member's settings.
import type { FastifyInstance } from 'fastify';
import { settings } from '#shared/contract/settings.ts';
import { mount } from '#server/http/mount.ts';
import { requestOrigin } from '#server/features/session/request-origin.ts';
import type { SettingsService } from './settings.service.ts';

export function settingsRoutes(app: FastifyInstance, service: SettingsService): void {
  mount(app, settings.getSettings, ({ caller }) => service.find(caller));
  mount(app, settings.putSettings, ({ caller, body, request }) => service.change(caller, body, requestOrigin(request)));
}
