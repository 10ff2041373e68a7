// A relay between the processes and another server, which can stop passing anything on.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface Relay {
  readonly port: number;
  /** Passes nothing on, in either direction, until `speak`. Connections stay open. */
  mute(): void;
  speak(): void;
  close(): Promise<void>;
}

export async function startRelay(port: number): Promise<Relay> {
  const open = new Set<Socket>();
  let isMute = false;

  function keep(socket: Socket, other: Socket): void {
    open.add(socket);
    socket.setNoDelay(true);
    socket.on('error', () => other.destroy());
    socket.on('close', () => {
      open.delete(socket);
      other.destroy();
    });
    socket.on('data', (bytes) => {
      if (!other.write(bytes)) {
        socket.pause();
        other.once('drain', () => isMute || socket.resume());
      }
    });
    if (isMute) socket.pause();
  }

  const server = createServer((socket) => {
    const target = connect(port, '127.0.0.1');
    keep(socket, target);
    keep(target, socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    mute() {
      isMute = true;
      for (const socket of open) socket.pause();
    },
    speak() {
      isMute = false;
      for (const socket of open) socket.resume();
    },
    async close() {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
