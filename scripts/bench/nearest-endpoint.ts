// The nearest call of the real application, logged in, beside a bare Fastify route that sends the same bytes: requests per CPU second.
import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { positions } from '#shared/contract/positions.ts';
import { createNearbyIndex } from '#server/nearby/index.ts';
import { openTestApp } from '#server/testing/test-app.ts';
import { memberOf } from './crowd.ts';
import { startLoad } from './load.ts';

const members = 100_000;
const requests = 4_000;
const connections = 32;
const rounds = 5;
const path = '/api/profile-briefs/nearest?page=0&size=30';

/** Prints the medians of rounds taken in turns. The client runs in a process of its own and is not counted. */
export async function run(): Promise<void> {
  const index = createNearbyIndex();
  for (let number = 0; number < members; number += 1) index.put(memberOf(number, 0));
  const test = await openTestApp({ parts: { nearby: index } });
  const bare = fastify();
  const load = startLoad();
  try {
    const viewer = await test.member();
    const { profileId } = viewer;
    const { lat: overrideLat, lon: overrideLon } = memberOf(1, 0);
    const tsEffectiveUntil = test.clock.now() + 3_600_000;
    const body = { profileId, use: 'OVERRIDE', overrideLat, overrideLon, hide: false, tsEffectiveUntil } as const;
    await viewer.call(positions.putPosition, { params: { profileId }, body });
    const { bytes } = await viewer.send('GET', path);
    const found: unknown = JSON.parse(bytes.toString());
    if (!Array.isArray(found) || found.length !== 30) throw new Error('The viewer does not find 30 members');

    bare.get('/bare', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
    await bare.listen({ port: 0, host: '127.0.0.1' });
    const cookie = [...viewer.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { host: new URL(test.origin).host, cookie };
    const ours = { port: Number(new URL(test.origin).port), path, headers };
    const theirs = { port: (bare.server.address() as AddressInfo).port, path: '/bare', headers };

    const perCpuSecond = { ours: [] as number[], theirs: [] as number[] };
    for (let round = -1; round < rounds; round += 1) {
      const both = { theirs: await measure(theirs), ours: await measure(ours) };
      if (round < 0) continue;
      perCpuSecond.theirs.push(both.theirs);
      perCpuSecond.ours.push(both.ours);
    }
    const [own, plain] = [middle(perCpuSecond.ours), middle(perCpuSecond.theirs)];
    console.log(
      `Requests per CPU second of the server, 30 of ${members} members (${bytes.length} bytes), medians of ${rounds} rounds`,
    );
    console.table([
      { route: 'bare Fastify, the same bytes', 'requests per CPU second': Math.round(plain) },
      { route: 'nearest, logged in', 'requests per CPU second': Math.round(own) },
    ]);
    console.log(`Share: ${((100 * own) / plain).toFixed(0)}%`);
  } finally {
    load.stop();
    await bare.close();
    await test.close();
  }

  async function measure(target: { port: number; path: string; headers: Record<string, string> }): Promise<number> {
    const before = process.cpuUsage();
    await load.send({ ...target, requests, connections });
    const { user, system } = process.cpuUsage(before);
    return requests / ((user + system) / 1e6);
  }
}

const middle = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
