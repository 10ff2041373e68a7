// Finds a local port for a server that a test starts, and restarts, in another process.
import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections and to servers on port 0. */
const first = 20_000;
const count = 12_000;

/** No other caller gets the port while this process lives, also while nothing listens on it. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    const port = first + Math.floor(Math.random() * count);
    if ((await claim(port)) && (await isFree(port))) return port;
  }
  throw new Error('No free port.');
}

/** Holds the UDP port of the same number, so that other processes notice. The system releases it when this process ends. */
function claim(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const claimed = createSocket('udp4');
    claimed.once('error', () => {
      claimed.close();
      resolve(false);
    });
    claimed.bind({ port, address: '127.0.0.1', exclusive: true }, () => {
      claimed.unref();
      resolve(true);
    });
  });
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
