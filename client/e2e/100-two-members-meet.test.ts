// Two members meet, with the setup of a developer's machine: plain http on localhost, emails as files.
import { openPerson } from './support/person.ts';
import { startPushService } from './support/push-service.ts';
import { startServer } from './support/server.ts';
import { places, twoMembersMeet } from './support/two-members.ts';

twoMembersMeet(async () => {
  const push = await startPushService();
  const server = await startServer(push.env);
  const alan = await openPerson({ geolocation: places.alan, isOnDisk: true, hasMotion: true });
  const beno = await openPerson({ geolocation: places.beno, hasMotion: true });
  return {
    origin: server.origin,
    push,
    alan,
    beno,
    linkTo: server.linkTo,
    async close() {
      await Promise.all([alan.leave(), beno.leave()]);
      await server.stop();
      await push.close();
    },
  };
});
