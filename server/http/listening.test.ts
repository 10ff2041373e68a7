// A port that is taken, a port that needs rights, and an address of another machine are reported with the setting to change.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { listenAt } from './listening.ts';

const settings = { port: 'OPS_PORT', host: 'OPS_HOST' };

function newServer(): Server {
  const server = createServer();
  onTestFinished(() => void server.close());
  return server;
}

test('a port that another process has', async () => {
  const first = newServer();
  await listenAt(first, { port: 0, host: '127.0.0.1' }, settings);
  const { port } = first.address() as AddressInfo;
  await expect(listenAt(newServer(), { port, host: '127.0.0.1' }, settings)).rejects.toThrow(
    `Another process listens on port ${port} of 127.0.0.1. Stop it, or set OPS_PORT to another port.`,
  );
});

test('an address of another machine', async () => {
  await expect(listenAt(newServer(), { port: 0, host: '192.0.2.1' }, settings)).rejects.toThrow(
    'The server cannot listen on port 0 of 192.0.2.1 (EADDRNOTAVAIL). Set OPS_HOST to an address of this machine.',
  );
});

test('a port that needs rights', async () => {
  const server = newServer();
  server.listen = () => {
    process.nextTick(() => server.emit('error', Object.assign(new Error('listen EACCES'), { code: 'EACCES' })));
    return server;
  };
  await expect(listenAt(server, { port: 80, host: '127.0.0.1' }, settings)).rejects.toThrow(
    'This user may not listen on port 80. Set OPS_PORT to a port from 1024 on, and let the reverse proxy listen there.',
  );
});
