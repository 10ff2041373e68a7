// Routes of reports and cases.
import type { FastifyInstance } from 'fastify';
import { reports as calls } from '#shared/contract/reports.ts';
import { mount } from '#server/http/mount.ts';
import type { AdminCasesService } from './admin-cases.service.ts';
import type { CasesService } from './cases.service.ts';
import type { ReportsService } from './reports.service.ts';

interface Services {
  readonly reports: ReportsService;
  readonly cases: CasesService;
  readonly adminCases: AdminCasesService;
}

export function reportsRoutes(app: FastifyInstance, { reports, cases, adminCases }: Services): void {
  mount(app, calls.postReport, ({ caller, body }) => reports.report(caller, body));
  mount(app, calls.getReports, ({ caller }) => reports.list(caller.profileId));
  mount(app, calls.getCases, ({ caller }) => cases.list(caller.profileId));
  mount(app, calls.getCase, ({ caller, params }) => cases.view(caller.profileId, params.id));
  mount(app, calls.putVote, async ({ caller, params, body }) => {
    await cases.vote(caller.profileId, params.id, body.vote);
    return { caseId: params.id, vote: body.vote };
  });
  mount(app, calls.postAppeal, ({ caller, params, body }) => cases.appeal(caller.profileId, params.id, body.words));
  mount(app, calls.getAdminCases, ({ caller }) => adminCases.list(caller.profileId));
  mount(app, calls.getAdminCase, ({ caller, params }) => adminCases.view(caller.profileId, params.id));
  mount(app, calls.putAdminCase, ({ caller, params, body }) => adminCases.decide(caller.profileId, params.id, body.outcome));
}
