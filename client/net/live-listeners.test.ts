// Live events of one type for the screens that are open.
import { expect, test } from 'vitest';
import type { LiveEvent } from '#shared/contract/live.ts';
import { onLive, notifyListeners } from './live-listeners.ts';

test('a screen receives events of its type until it is closed', () => {
  const received: LiveEvent[] = [];
  const stop = onLive('typing', (event) => received.push(event));
  notifyListeners({ type: 'settings' });
  notifyListeners({ type: 'typing', profileId: 'ben' });
  stop();
  notifyListeners({ type: 'typing', profileId: 'cem' });
  expect(received).toEqual([{ type: 'typing', profileId: 'ben' }]);
});
