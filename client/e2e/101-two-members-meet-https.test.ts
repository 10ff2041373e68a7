// Two members meet, with the setup of production: https on a brand's host behind a reverse proxy, emails through SMTP.
import { startSmtp } from '#server/testing/fakes/smtp.ts';
import { startHttpsProxy } from './support/https-proxy.ts';
import { openPerson } from './support/person.ts';
import { startPushService } from './support/push-service.ts';
import { linkIn, startServer, until } from './support/server.ts';
import { places, twoMembersMeet } from './support/two-members.ts';

const host = 'almanac.example';

twoMembersMeet(async () => {
  const smtp = await startSmtp();
  const push = await startPushService();
  const server = await startServer({ SMTP_URL: smtp.url, TRUST_PROXY: '127.0.0.1', ...push.env });
  const proxy = await startHttpsProxy([host], server.port);
  const alan = await openPerson({ geolocation: places.alan, args: proxy.browserArgs, ignoreHTTPSErrors: true });
  const beno = await openPerson({ geolocation: places.beno, args: proxy.browserArgs, ignoreHTTPSErrors: true });
  return {
    origin: `https://${host}`,
    push,
    alan,
    beno,
    linkTo: async (address) => {
      const newest = async () => smtp.received.findLast((mail) => mail.to.includes(address))?.text;
      return linkIn(await until(`a mail to ${address}`, newest));
    },
    async close() {
      await Promise.all([alan.leave(), beno.leave()]);
      await proxy.close();
      await server.stop();
      await smtp.close();
      await push.close();
    },
  };
});
