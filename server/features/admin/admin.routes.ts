// Routes that only administrators may use.
import type { FastifyInstance } from 'fastify';
import { admin } from '#shared/contract/admin.ts';
import { mount } from '#server/http/mount.ts';
import type { ContactService } from '#server/features/contact/contact.service.ts';
import type { DashboardService } from './dashboard.service.ts';
import type { ServerLoadService } from './server-load.service.ts';
import type { TestUsersService } from './test-users.service.ts';

interface Services {
  readonly dashboard: DashboardService;
  readonly load: ServerLoadService;
  readonly contact: Pick<ContactService, 'list' | 'answer'>;
  readonly testUsers: TestUsersService;
}

export function adminRoutes(app: FastifyInstance, { dashboard, load, contact, testUsers }: Services): void {
  mount(app, admin.getUserRoleCounts, ({ query }) => dashboard.userRoleCounts(query.includeTestData));
  mount(app, admin.getNewMembers, () => dashboard.newMembers());
  mount(app, admin.getHealth, () => load.samples());
  mount(app, admin.getContactMessages, ({ query: { before, unanswered } }) => contact.list({ beforeMs: before, unanswered }));
  mount(app, admin.putContactAnswer, ({ params, body }) => contact.answer(params.id, body.answer));
  mount(app, admin.getTestUsers, () => testUsers.status());
  mount(app, admin.postTestUsers, ({ params }) => testUsers.create(params.count));
  mount(app, admin.deleteTestUsers, async () => {
    await testUsers.removeAll();
    return undefined;
  });
}
