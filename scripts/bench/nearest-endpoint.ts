// Measures CPU time per nearest request, compared with a plain Fastify route that sends the same bytes.
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { positions } from '#shared/contract/positions.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { createNearbyIndex } from '#server/nearby/index.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { memberOf } from './population.ts';
import { median, printBar } from './figures.ts';
import { startLoad } from './load.ts';

const members = 100_000;
const requests = 4_000;
const connections = 32;
const rounds = 9;
const minPercent = 50;
const path = '/api/profile-briefs/nearest?page=0&size=30';

/** CPU microseconds per request. */
interface Costs {
  server: number;
  both: number;
}

/** Alternates rounds on both servers. The client runs in a separate process. */
export async function run(): Promise<void> {
  const index = createNearbyIndex();
  for (let number = 0; number < members; number += 1) index.put(memberOf(number, 0));
  const test = await openTestApp({ parts: { nearby: index } });
  const plainServer = fastify();
  const load = startLoad();
  try {
    const viewer = await test.member();
    const { profileId } = viewer;
    const { lat: overrideLat, lon: overrideLon } = memberOf(1, 0);
    const tsEffectiveUntil = test.clock.now() + hourMs;
    const body = { profileId, use: 'OVERRIDE', overrideLat, overrideLon, hide: false, tsEffectiveUntil } as const;
    await viewer.call(positions.putPosition, { params: { profileId }, body });
    const { bytes } = await viewer.send('GET', path);
    const found: unknown = JSON.parse(bytes.toString());
    if (!Array.isArray(found) || found.length !== 30) throw new Error('The reply does not contain 30 members.');

    plainServer.get('/plain', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
    await plainServer.listen({ port: 0, host: '127.0.0.1' });
    const cookie = [...viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: new URL(test.origin).host, cookie };
    const ownTarget = { port: Number(new URL(test.origin).port), path, headers };
    const plainTarget = { port: (plainServer.server.address() as AddressInfo).port, path: '/plain', headers };

    const taken: { plain: Costs; own: Costs }[] = [];
    for (let round = 0; round <= rounds; round += 1)
      taken.push({ plain: await measure(plainTarget), own: await measure(ownTarget) });
    // The first round warms up and does not count.
    const [plain, own] = [medians(taken.slice(1).map((round) => round.plain)), medians(taken.slice(1).map((round) => round.own))];
    console.log(`CPU microseconds per request, 30 of ${members} members (${bytes.length} bytes), medians of ${rounds} rounds`);
    console.table([
      { route: 'plain Fastify, the same bytes', server: plain.server.toFixed(0), 'client + server': plain.both.toFixed(0) },
      { route: 'nearest, logged in', server: own.server.toFixed(0), 'client + server': own.both.toFixed(0) },
    ]);
    const [alone, together] = [(100 * plain.server) / own.server, (100 * plain.both) / own.both];
    console.log(`Requests per CPU second of client and server, compared with plain Fastify: ${together.toFixed(0)} %`);
    printBar({ what: '% of the requests per CPU second of the server of plain Fastify', figure: alone, min: minPercent });
  } finally {
    load.stop();
    await plainServer.close();
    await test.close();
  }

  async function measure(target: { port: number; path: string; headers: Record<string, string> }): Promise<Costs> {
    const before = process.cpuUsage();
    const clientMicros = await load.send({ ...target, requests, connections });
    const { user, system } = process.cpuUsage(before);
    return { server: (user + system) / requests, both: (user + system + clientMicros) / requests };
  }
}

const medians = (costs: Costs[]): Costs => ({
  server: median(costs.map(({ server }) => server)),
  both: median(costs.map(({ both }) => both)),
});
