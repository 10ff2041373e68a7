// Routes of the home screen.
import type { FastifyInstance } from 'fastify';
import { home } from '#shared/contract/home.ts';
import { mount } from '#server/http/mount.ts';
import type { PhotoCropService } from '#server/features/games/photocrop.service.ts';
import type { CasesService } from '#server/features/reports/cases.service.ts';
import type { WelcomeService } from '#server/features/welcome/welcome.service.ts';

interface HomeServices {
  readonly cases: Pick<CasesService, 'waiting'>;
  readonly photoCrop: Pick<PhotoCropService, 'waiting'>;
  readonly welcome: Pick<WelcomeService, 'waiting'>;
}

export function homeRoutes(app: FastifyInstance, { cases, photoCrop, welcome }: HomeServices): void {
  mount(app, home.getWaiting, async ({ caller: { profileId } }) => ({
    cases: await cases.waiting(profileId),
    crops: await photoCrop.waiting(profileId),
    hellos: await welcome.waiting(profileId),
  }));
}
