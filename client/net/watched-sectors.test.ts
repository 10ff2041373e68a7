// Several screens that watch sectors over one connection.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { LiveCommand } from '#shared/contract/live.ts';
import { createStore } from '#client/device/store.ts';
import { holdLive } from './live-now.ts';
import { watchSectors } from './watched-sectors.ts';

let told: (readonly string[])[] = [];
let leaves: (() => void)[] = [];

function connect() {
  const isOpen = createStore(false);
  const send = (command: LiveCommand) => command.type === 'watchSectors' && told.push(command.sectors);
  holdLive({ isOpen, send, nudge: () => undefined, stop: () => undefined });
  isOpen.set(true);
}
const watch = (...sectors: string[]) => {
  const leave = watchSectors(sectors);
  leaves.push(leave);
  return leave;
};
/** What the server was told since it was looked at last. */
const news = async () => {
  await Promise.resolve();
  return told.splice(0);
};

beforeEach(() => {
  told = [];
  connect();
});
afterEach(async () => {
  for (const leave of leaves.splice(0)) leave();
  await news();
  holdLive(null);
});

test('a screen that is left does not end what another one watches', async () => {
  const leaveMap = watch('33:-113', '33:-112');
  watch('33:-112', '34:-112');
  expect(await news()).toEqual([['33:-113', '33:-112', '34:-112']]);
  leaveMap();
  expect(await news()).toEqual([['33:-112', '34:-112']]);
});

test('two screens that show the same are two', async () => {
  const leave = watch('33:-113');
  watch('33:-113');
  await news();
  leave();
  expect(await news()).toEqual([['33:-113']]);
});

test('the step from one screen to the next is told in one word', async () => {
  const leave = watch('33:-113');
  await news();
  leave();
  watch('40:-75');
  expect(await news()).toEqual([['40:-75']]);
});

test('when the last screen is left nothing is watched any more', async () => {
  const leave = watch('33:-113');
  await news();
  leave();
  expect(await news()).toEqual([[]]);
});

test('the connection of a member who has just logged in learns what is watched', async () => {
  watch('33:-113');
  await news();
  holdLive(null);
  connect();
  expect(await news()).toEqual([['33:-113']]);
});

test('more sectors than the server takes are cut', async () => {
  watch(...Array.from({ length: 90 }, (_, n) => `0:${n}`));
  watch(...Array.from({ length: 90 }, (_, n) => `1:${n}`));
  expect((await news())[0]).toHaveLength(100);
});

test('a connection that is lost is sent nothing', async () => {
  watch('33:-113');
  await news();
  const isOpen = createStore(true);
  holdLive({ isOpen, send: () => told.push(['lost']), nudge: () => undefined, stop: () => undefined });
  isOpen.set(false);
  expect(await news()).toEqual([]);
});
