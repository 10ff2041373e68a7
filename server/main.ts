// Starts the server. It listens at once, and closes in order on SIGTERM and SIGINT, even while it starts.
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from './app.ts';
import { misspeltIn, readConfig, type Config } from './config.ts';
import { listenAt } from './http/listening.ts';
import { ServerReadiness } from './http/readiness.ts';
import { StartingServer } from './http/starting-server.ts';
import { serverLimits } from './limits.ts';
import { brandsOf, openWorld } from './open-world.ts';
import { readVersion } from './outside/version.ts';
import { misspeltText } from './settings/misspelt-settings.ts';
import { refuseRisks } from './settings/production-risks.ts';
import type { World } from './world.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(`Node ${process.versions.node} is too old: 22.12 or newer is needed. "npm start" installs a suitable one.`);
  process.exit(1);
}

// Only its user can read what the server writes, although others may enter the data directory.
process.umask(0o077);

const ending = new AbortController();
// A second signal changes nothing: a supervisor and npm may both send one.
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => ending.abort());

try {
  const config = readConfig(process.env);
  const misspelt = misspeltIn(process.env);
  if (config.isProduction) refuseRisks({ config, brands: brandsOf(config).all, misspelt }, config.acceptedRisks);
  for (const variable of misspelt) console.warn(misspeltText(variable));
  const readiness = new ServerReadiness(serverLimits, ending.signal);
  const operations = await openedOperations(config, readiness);
  const server = new StartingServer(serverLimits, readiness, operations?.countCall);
  await listenAt(server, config, { port: 'PORT', host: 'HOST' });
  const world = await openWorld(config, { signal: ending.signal, onStoreCall: operations?.countStoreCall });
  try {
    const app = await createApp(world, { distDir: path.join(import.meta.dirname, '..', 'dist'), server, operations });
    await app.listen({ port: config.port, host: config.host });

    console.log(`\n  Open      ${config.publicUrl}`);
    console.log(
      `  Mails     ${config.smtpUrl ? 'through SMTP_URL' : `${config.dataDir}/outbox (login links are also printed here)`}`,
    );
    console.log(config.isProduction ? '' : '  Demo      npm run seed -- 200\n');
    if (config.preparesMap) void prepareMap(world);

    if (!ending.signal.aborted) await once(ending.signal, 'abort');
    await pause(config.drainMs);
    await app.close();
  } finally {
    await world.close();
    operations?.close();
  }
  process.exit(0);
} catch (error) {
  if (error === ending.signal.reason) process.exit(0);
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

/** Without this, members would wait for the first map. Tests that open only the application do not need it. */
async function prepareMap({ baseMap, log }: World): Promise<void> {
  try {
    await baseMap.prepare?.();
    log.info('the base map is ready');
  } catch (error) {
    if (!ending.signal.aborted) log.warn({ err: error }, 'the base map could not be prepared');
  }
}

async function openedOperations({ operations }: Config, readiness: ServerReadiness) {
  if (operations === null) return undefined;
  // The library for metrics is loaded only where it is used.
  const [{ openOperations }, { gitCommitHash: version }] = await Promise.all([
    import('./operations/operations-server.ts'),
    readVersion(),
  ]);
  return openOperations(operations, { readiness, version });
}
