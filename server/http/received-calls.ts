// Before the server closes, answers the calls that it has received, and accepts no new connections.
import { Server as NetServer } from 'node:net';
import type { Server, ServerResponse } from 'node:http';
import { setImmediate as afterReading } from 'node:timers/promises';

export interface ReceivedCalls {
  /** Resolves when all received calls are answered, or after this time. Each reply closes its connection. */
  drain(withinMs: number): Promise<void>;
}

export function trackReceivedCalls(server: Server): ReceivedCalls {
  const unanswered = new Set<ServerResponse>();
  let isLast = false;
  let onAnswered: () => void = () => undefined;

  const closeAfter = (response: ServerResponse): void => {
    if (!response.headersSent) response.setHeader('connection', 'close');
  };
  server.prependListener('request', (_request, response) => {
    unanswered.add(response);
    if (isLast) closeAfter(response);
    response.once('close', () => {
      unanswered.delete(response);
      if (unanswered.size === 0) onAnswered();
    });
  });

  async function answerAll(): Promise<void> {
    do {
      if (unanswered.size > 0) await new Promise<void>((resolve) => (onAnswered = resolve));
      // Calls may have arrived on connections that have not been read yet.
      await afterReading();
    } while (unanswered.size > 0);
  }

  return {
    async drain(withinMs) {
      // The method of HTTP servers would also close open connections, on which calls may be arriving.
      if (server.listening) NetServer.prototype.close.call(server);
      isLast = true;
      for (const response of unanswered) closeAfter(response);
      let timer: NodeJS.Timeout | undefined;
      const isOver = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)));
      await Promise.race([answerAll(), isOver]);
      // Closed at once, before another call arrives.
      server.closeIdleConnections();
      clearTimeout(timer);
    },
  };
}
