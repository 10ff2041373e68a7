// Several screens that watch sectors over one connection.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LiveCommand } from '#shared/contract/live.ts';
import { createStore } from '#client/device/store.ts';
import { setLive } from './live-store.ts';
import { shownSectors, watchSectors } from './watched-sectors.ts';

let sent: (readonly string[])[] = [];
let unwatchAll: (() => void)[] = [];

function connect() {
  const isOpen = createStore(false);
  const send = (command: LiveCommand) => command.type === 'watchSectors' && sent.push(command.sectors);
  setLive({ isOpen, send, checkConnection: () => undefined, stop: () => undefined });
  isOpen.set(true);
}
const watch = (...sectors: string[]) => {
  const unwatch = watchSectors(sectors);
  unwatchAll.push(unwatch);
  return unwatch;
};
/** The lists sent since the last call. */
const takeSent = async () => {
  await Promise.resolve();
  return sent.splice(0);
};

beforeEach(() => {
  sent = [];
  connect();
});
afterEach(async () => {
  for (const unwatch of unwatchAll.splice(0)) unwatch();
  await takeSent();
  setLive(null);
});

test("leaving a screen keeps another screen's sectors", async () => {
  const unwatchMap = watch('33:-113', '33:-112');
  watch('33:-112', '34:-112');
  expect(await takeSent()).toEqual([['33:-113', '33:-112', '34:-112']]);
  unwatchMap();
  expect(await takeSent()).toEqual([['33:-112', '34:-112']]);
});

test('two screens with the same sectors are counted separately', async () => {
  const unwatch = watch('33:-113');
  watch('33:-113');
  await takeSent();
  unwatch();
  expect(await takeSent()).toEqual([['33:-113']]);
});

test('a change of screens is sent once', async () => {
  const unwatch = watch('33:-113');
  await takeSent();
  unwatch();
  watch('40:-75');
  expect(await takeSent()).toEqual([['40:-75']]);
});

test('leaving the last screen sends an empty list', async () => {
  const unwatch = watch('33:-113');
  await takeSent();
  unwatch();
  expect(await takeSent()).toEqual([[]]);
});

test('a new connection after a login receives the watched sectors', async () => {
  watch('33:-113');
  await takeSent();
  setLive(null);
  connect();
  expect(await takeSent()).toEqual([['33:-113']]);
});

test('sends no more sectors than the server accepts', async () => {
  watch(...Array.from({ length: 90 }, (_, n) => `0:${n}`));
  watch(...Array.from({ length: 90 }, (_, n) => `1:${n}`));
  expect((await takeSent())[0]).toHaveLength(100);
});

test('sends nothing over a lost connection', async () => {
  watch('33:-113');
  await takeSent();
  const isOpen = createStore(true);
  setLive({ isOpen, send: () => sent.push(['lost']), checkConnection: () => undefined, stop: () => undefined });
  isOpen.set(false);
  expect(await takeSent()).toEqual([]);
});

test('the shown sectors include those around the watched ones, unless there are too many', () => {
  expect(shownSectors()).toEqual([]);
  const unwatch = watch('33:-113');
  expect([...shownSectors()].toSorted()).toEqual(
    [32, 33, 34].flatMap((lat) => [-112, -113, -114].map((lon) => `${lat}:${lon}`)).toSorted(),
  );
  watch('33:-112');
  expect(shownSectors()).toHaveLength(12);
  unwatch();
  watch(...Array.from({ length: 60 }, (_, n) => `0:${n}`));
  expect(shownSectors()).toEqual([]);
});
