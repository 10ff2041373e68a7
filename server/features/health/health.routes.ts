// Routes of health reports.
import type { FastifyInstance } from 'fastify';
import { health } from '#shared/contract/community.ts';
import { mount } from '#server/http/mount.ts';
import type { HealthService } from './health.service.ts';

export function healthRoutes(app: FastifyInstance, service: HealthService): void {
  mount(app, health.getHealthReporting, ({ caller }) => service.find(caller.profileId));
  mount(app, health.postHealthReport, ({ caller, body }) => service.report(caller.profileId, body.profileIds));
}
