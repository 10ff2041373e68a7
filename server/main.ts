// Starts the server, and closes it in order on SIGTERM and SIGINT.
import path from 'node:path';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { openWorld } from './open-world.ts';

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 12)) {
  console.error(`Node ${process.versions.node} is too old: 22.12 or newer is needed. "npm start" installs a suitable one.`);
  process.exit(1);
}

try {
  const config = readConfig(process.env);
  const world = await openWorld(config);
  const app = await createApp(world, { distDir: path.join(import.meta.dirname, '..', 'dist') });
  await app.listen({ port: config.port, host: config.host });

  console.log(`\n  Open      ${config.publicUrl}`);
  console.log(
    `  Mails     ${config.smtpUrl ? 'through SMTP_URL' : `${config.dataDir}/outbox (login links are also printed here)`}`,
  );
  console.log('  Demo      npm run seed -- 200\n');

  let isClosing = false;
  const close = async () => {
    if (isClosing) return;
    isClosing = true;
    await app.close();
    await world.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void close());
  process.once('SIGINT', () => void close());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
