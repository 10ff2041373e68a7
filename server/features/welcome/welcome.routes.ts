// Routes of the Welcome Committee.
import type { FastifyInstance } from 'fastify';
import { welcome } from '#shared/contract/community.ts';
import { mount } from '#server/http/mount.ts';
import type { WelcomeService } from './welcome.service.ts';

export function welcomeRoutes(app: FastifyInstance, service: WelcomeService): void {
  mount(app, welcome.getWelcome, ({ caller }) => service.find(caller.profileId));
  mount(app, welcome.putWelcome, ({ caller, body }) => service.change(caller.profileId, body));
  mount(app, welcome.getNewcomers, ({ caller }) => service.newcomers(caller.profileId));
  mount(app, welcome.postHello, ({ caller, body }) => service.sayHello(caller.profileId, body.profileId));
  mount(app, welcome.getHellos, ({ caller }) => service.hellos(caller.profileId));
  mount(app, welcome.putVouch, ({ caller, body }) => service.vouch(caller.profileId, body.profileId, body.isVouchedFor));
  mount(app, welcome.getVouches, async ({ caller, params }) => ({
    count: await service.vouchesShown(caller.profileId, params.id),
  }));
}
