// Several processes behind a balancer, with their PostgreSQL, Redis, bucket, mail server and push service.
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readConfig } from '#server/config.ts';
import { openWorld } from '#server/open-world.ts';
import { browserOf, type Browser } from '#server/testing/app/browser.ts';
import { startOwnPostgres } from '#server/testing/app/postgres.ts';
import { bucketSettings } from '#server/testing/fakes/bucket.ts';
import { testCertificate } from '#server/testing/fakes/certificates.ts';
import { startPushEndpoint } from '#server/testing/fakes/push-endpoint.ts';
import { startRedis } from '#server/testing/fakes/redis.ts';
import { startS3 } from '#server/testing/fakes/s3.ts';
import { startSmtp } from '#server/testing/fakes/smtp.ts';
import type { World } from '#server/world.ts';
import { startBalancer } from './balancer.ts';
import { clusterProcess, type ClusterProcess } from './process.ts';
import { startRelay } from './relay.ts';

export type Cluster = Awaited<ReturnType<typeof prepareCluster>>;

/** What the processes use: everything that several share, or less for one that runs alone. */
export type Shared = 'all' | 'PostgreSQL' | 'nothing';

interface Options {
  readonly processes?: number;
  readonly shared?: Shared;
  readonly env?: Readonly<Record<string, string>>;
  readonly random?: () => number;
}

/** Starts everything but the processes, which begin with `start`. */
export async function prepareCluster({ processes: count = 3, shared = 'all', env = {}, random = Math.random }: Options = {}) {
  const folder = await mkdtemp(path.join(tmpdir(), 'cluster-'));
  const certificate = await testCertificate(['localhost']);
  const authority = path.join(folder, 'authority.pem');
  await writeFile(authority, certificate.cert);
  const [postgres, redis, s3, smtp, push] = await Promise.all([
    startOwnPostgres(),
    startRedis(),
    startS3(),
    startSmtp(),
    startPushEndpoint('localhost', certificate),
  ]);
  const database = await startRelay(postgres.port);
  const databaseUrl = Object.assign(new URL(postgres.databaseUrl), { port: String(database.port) }).href;
  const settings = {
    LOG_LEVEL: 'error',
    ...(shared !== 'nothing' && { DATABASE_URL: databaseUrl }),
    ...(shared === 'all' && { REDIS_URL: redis.url, ...bucketSettings(s3) }),
    SMTP_URL: smtp.url,
    PUSH_ENDPOINT_HOSTS: new URL(push.url).host,
    NODE_EXTRA_CA_CERTS: authority,
    TRUST_PROXY: '127.0.0.1',
    ...env,
  };
  const processes: ClusterProcess[] = [];
  for (let made = 0; made < count; made += 1) processes.push(await clusterProcess(settings));
  const ports = processes.map(({ port }) => port);
  const balancer = await startBalancer(ports, random);
  const origin = `http://localhost:${balancer.port}`;

  return {
    origin,
    processes,
    postgres,
    database,
    redis,
    s3,
    smtp,
    push,
    visitor: (): Browser => browserOf(origin),
    /** A copy of the browser, whose calls go to one process. */
    at(browser: Browser, port: number): Browser {
      const other = browserOf(origin, () => port);
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      return other;
    },
    /** Fills the database while no process runs. */
    async fill<T>(work: (world: World) => Promise<T>): Promise<T> {
      const [first] = processes;
      const database = shared === 'nothing' ? {} : { DATABASE_URL: postgres.databaseUrl };
      const world = await openWorld(readConfig({ ...database, DATA_DIR: first?.dataDir ?? folder, LOG_LEVEL: 'error' }));
      try {
        return await work(world);
      } finally {
        await world.close();
      }
    },
    start: () => Promise.all(processes.map((one) => one.start())),
    async close() {
      await balancer.close();
      await Promise.all(processes.map((one) => one.remove()));
      await database.close();
      await Promise.all([redis.stop(), s3.close(), smtp.close(), push.close()]);
      await postgres.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
