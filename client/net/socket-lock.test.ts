// The live connection of a device with an app lock.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { longestWaitMs } from '#client/testing/live-server.ts';
import { setDataKeys, type DataKeys } from '#client/device/data-keys.ts';
import { closeCodes } from '#shared/contract/live.ts';
import { connect, type SocketLike } from './socket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  setDataKeys(null);
  vi.useRealTimers();
});

test('the first frame contains the proof of an open lock, and a connection that was closed as locked is opened again', async () => {
  const sockets: { readonly socket: SocketLike; readonly frames: unknown[] }[] = [];
  const onSessionEnded = vi.fn();
  const connection = connect({
    openSocket: () => {
      const frames: unknown[] = [];
      const send = (text: string): number => frames.push(JSON.parse(text));
      const socket: SocketLike = { onopen: null, onmessage: null, onclose: null, send, close: () => undefined };
      sockets.push({ socket, frames });
      setTimeout(() => socket.onopen?.());
      return socket;
    },
    cursor: { read: async () => 'c1', write: async () => undefined },
    shown: { since: () => null, sectors: () => [] },
    handle: () => undefined,
    onState: () => undefined,
    onSessionEnded,
    onConnectFailed: () => undefined,
    onError: () => undefined,
  });
  await vi.advanceTimersByTimeAsync(100);
  expect(sockets[0]?.frames).toEqual([{ type: 'resume', cursor: 'c1' }]);
  setDataKeys({ proof: 'proof-1' } as DataKeys);
  sockets[0]?.socket.onclose?.({ code: closeCodes.locked });
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect(sockets[1]?.frames).toEqual([{ type: 'resume', cursor: 'c1', proof: 'proof-1' }]);
  expect(onSessionEnded).not.toHaveBeenCalled();
  connection.close();
});
