// Sends requests from a separate process, so that the CPU times of client and server are measured separately.
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
const result = z.object({ cpuMicros: z.number() });

type Job = z.infer<typeof job>;

/** Starts the process. `send` resolves to the client's CPU time, and rejects unless all replies are 200. */
export function startLoad() {
  const child = fork(fileURLToPath(import.meta.url), { stdio: 'inherit' });
  return {
    send: (work: Job): Promise<number> =>
      new Promise((resolve, reject) => {
        child.once('exit', () => reject(new Error('A request failed')));
        child.once('message', (message) => {
          child.removeAllListeners('exit');
          resolve(z.parse(result, message).cpuMicros);
        });
        child.send(work);
      }),
    stop: () => child.disconnect(),
  };
}

async function sendAll({ port, path, headers, requests, connections }: Job): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const before = process.cpuUsage();
  let left = requests;
  const sendOnConnection = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await sendOne({ port, path, headers, agent });
    }
  };
  await Promise.all(Array.from({ length: connections }, sendOnConnection));
  agent.destroy();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

function sendOne(options: { port: number; path: string; headers: Record<string, string>; agent: Agent }): Promise<void> {
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
    process.send?.({ cpuMicros: await sendAll(z.parse(job, message)) });
  });
}
