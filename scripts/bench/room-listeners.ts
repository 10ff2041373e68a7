// A thread with many client sockets that counts the received events without parsing them.
import { parentPort, workerData } from 'node:worker_threads';
import WebSocket from 'ws';

const { port, sockets } = workerData as { port: number; sockets: number };
const eventText = Buffer.from('"type":"brief"');
let received = 0;
let wanted = Infinity;

const report = () => {
  if (received < wanted) return;
  received -= wanted;
  wanted = Infinity;
  parentPort?.postMessage('received');
};

for (let i = 0; i < sockets; i++) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/`, { perMessageDeflate: false });
  socket.on('message', (data) => {
    const bytes = data as Buffer;
    for (let at = bytes.indexOf(eventText); at !== -1; at = bytes.indexOf(eventText, at + eventText.length)) received++;
    report();
  });
  await new Promise((resolve) => socket.once('open', resolve));
}
parentPort?.on('message', (count: number) => {
  wanted = count;
  report();
});
parentPort?.postMessage('open');
