// Lets broadcast channels reach only their own thread, which stands for one browser: test files run in threads of one process.
import { threadId } from 'node:worker_threads';

globalThis.BroadcastChannel = class extends BroadcastChannel {
  constructor(name: string) {
    super(`${threadId} ${name}`);
  }
};
