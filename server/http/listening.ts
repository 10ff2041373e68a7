// Starts to listen, and says in a sentence which setting to change if the address cannot be used.
import { once } from 'node:events';
import type { Server } from 'node:http';

interface Address {
  readonly port: number;
  readonly host: string;
}

/** `settings` are the names of the settings with the address. Throws an error whose message an operator can act on. */
export async function listenAt(
  server: Server,
  { port, host }: Address,
  settings: { readonly port: string; readonly host: string },
): Promise<void> {
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (cause) {
    throw new Error(sentenceFor({ port, host }, settings, cause), { cause });
  }
}

function sentenceFor(
  { port, host }: Address,
  settings: { readonly port: string; readonly host: string },
  error: unknown,
): string {
  const code = error instanceof Error && 'code' in error ? error.code : error;
  if (code === 'EADDRINUSE')
    return `Another process listens on port ${port} of ${host}. Stop it, or set ${settings.port} to another port.`;
  if (code === 'EACCES')
    return `This user may not listen on port ${port}. Set ${settings.port} to a port from 1024 on, and let the reverse proxy listen there.`;
  return `The server cannot listen on port ${port} of ${host} (${String(code)}). Set ${settings.host} to an address of this machine.`;
}
