// Loaded before server/main.ts: raises its rate limits, and counts in its exit code the calls that it received whole but cut off.
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isMainThread } from 'node:worker_threads';
import { serverLimits, type Allowance } from '#server/limits.ts';

/** Names of rates that stay as they are. */
const usualRates = new Set(process.env.USUAL_RATES?.split(','));
const rates: Record<string, Allowance> = serverLimits.rates;
/** A Redis that was just started counts two thirds as used until this time is over, so it is short. */
const perMs = 10_000;
for (const name of Object.keys(rates)) if (!usualRates.has(name)) rates[name] = { max: 10_000_000, perMs };

// Threads load this too.
if (isMainThread) countCutCalls();

function countCutCalls(): void {
  let cutCalls = 0;
  let isEnding = false;
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    response.once('close', () => {
      // Before the server ends, an unanswered call is one for which its caller stopped waiting.
      if (!isEnding || !request.complete || response.writableFinished) return;
      cutCalls += 1;
      console.error(`not answered: ${request.method} ${request.url}`);
    });
  });
  process.once('SIGTERM', () => (isEnding = true));
  process.once('exit', () => {
    if (cutCalls > 0) process.exitCode = Math.min(cutCalls, 255);
  });
}
