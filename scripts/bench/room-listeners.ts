// The other side of the busy room: opens many sockets in its own thread and counts the events on them without reading them.
import { parentPort, workerData } from 'node:worker_threads';
import WebSocket from 'ws';

const { port, sockets } = workerData as { port: number; sockets: number };
const mark = Buffer.from('"type":"brief"');
let heard = 0;
let wanted = Infinity;

const look = () => {
  if (heard < wanted) return;
  heard -= wanted;
  wanted = Infinity;
  parentPort?.postMessage('heard');
};

for (let i = 0; i < sockets; i++) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
  socket.on('message', (data) => {
    const bytes = data as Buffer;
    for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) heard++;
    look();
  });
  await new Promise((resolve) => socket.once('open', resolve));
}
parentPort?.on('message', (count: number) => {
  wanted = count;
  look();
});
parentPort?.postMessage('open');
