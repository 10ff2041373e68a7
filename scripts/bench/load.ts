// A separate process that sends requests, so that the CPU time of its client is measured apart from the server's.
import { fork } from 'node:child_process';
import { Agent, get } from 'node:http';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';

const job = z.object({
  port: z.number(),
  path: z.string(),
  headers: z.record(z.string(), z.string()),
  requests: z.number(),
  connections: z.number(),
});
const done = z.object({ cpuMicros: z.number() });

export type Job = z.infer<typeof job>;

/** Starts the process. `send` resolves with the client's CPU time if all replies were 200, else rejects. */
export function startLoad() {
  const child = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' });
  return {
    send: (work: Job): Promise<number> =>
      new Promise((resolve, reject) => {
        child.once('exit', () => reject(new Error('A request failed')));
        child.once('message', (message) => {
          child.removeAllListeners('exit');
          resolve(z.parse(done, message).cpuMicros);
        });
        child.send(work);
      }),
    stop: () => child.disconnect(),
  };
}

async function carryOut({ port, path, headers, requests, connections }: Job): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const before = process.cpuUsage();
  let left = requests;
  const line = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      await one({ port, path, headers, agent });
    }
  };
  await Promise.all(Array.from({ length: connections }, line));
  agent.destroy();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function one(options: { port: number; path: string; headers: Record<string, string>; agent: Agent }): Promise<void> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', ...options }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${options.path} answered ${response.statusCode}`));
      });
    }).on('error', reject);
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on('message', async (message) => {
    process.send?.({ cpuMicros: await carryOut(z.parse(job, message)) });
  });
}
