// Ports for servers that tests start are handed out only once, also by several processes.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './free-port.ts';

const ports = (): Promise<number[]> => Promise.all(Array.from({ length: 150 }, freePort));

test('no two callers in two processes get the same port, though nothing listens there', async () => {
  const script = `
    const { freePort } = await import(${JSON.stringify(new URL('free-port.ts', import.meta.url).href)});
    const ports = await Promise.all(Array.from({ length: 150 }, freePort));
    console.log(JSON.stringify(ports));
    setInterval(() => {}, 1_000);`;
  const other = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void other.kill('SIGKILL'));
  const [given, [told]] = await Promise.all([ports(), once(other.stdout, 'data') as Promise<[Buffer]>]);
  const all = [...given, ...(JSON.parse(told.toString()) as number[]), ...(await ports())];
  expect(new Set(all).size).toBe(450);
});

test('a server on port 0 never gets one of them', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(Math.max(...(await ports()))).toBeLessThan(port);
});
