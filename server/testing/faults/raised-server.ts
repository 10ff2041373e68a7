// A server process with raised rate limits, which ends with the number of calls that it received whole and did not answer.
import { createApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { ServerReadiness } from '#server/http/readiness.ts';
import { StartingServer } from '#server/http/starting-server.ts';
import { serverLimits } from '#server/limits.ts';
import { openWorld } from '#server/open-world.ts';
import { generousRates } from '#server/testing/app/test-world.ts';

const config = readConfig(process.env);
const server = new StartingServer(serverLimits, new ServerReadiness(serverLimits)).listen({
  port: config.port,
  host: config.host,
});
const usual = await openWorld(config);
/** Names of rates that stay as they are. */
const usualRates = new Set(process.env.USUAL_RATES?.split(','));
const rates = Object.fromEntries(
  Object.entries(usual.limits.rates).map(([name, rate]) => [name, usualRates.has(name) ? rate : generousRates.calls]),
) as unknown as typeof generousRates;
const app = await createApp({ ...usual, limits: { ...usual.limits, rates } }, { server });
let cutCalls = 0;
let isEnding = false;
app.server.prependListener('request', (request, response) =>
  response.once('close', () => {
    // Before the end, it is the caller who does not wait any longer.
    if (!isEnding || !request.complete || response.writableFinished) return;
    cutCalls += 1;
    console.error(`not answered: ${request.method} ${request.url}`);
  }),
);
await app.listen({ port: config.port, host: config.host });
process.once('SIGTERM', async () => {
  isEnding = true;
  await app.close();
  await usual.close();
  process.exit(Math.min(cutCalls, 255));
});
