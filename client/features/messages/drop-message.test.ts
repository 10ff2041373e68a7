// Tests what a member learns of a message that they no longer want to send.
import { afterEach, expect, test, vi } from 'vitest';
import { outbox } from '#client/offline/outbox/outbox.ts';
import * as header from '#client/ui/header-messages.ts';
import { dropMessage } from './drop-message.ts';

vi.mock(import('#client/ui/header-messages.ts'), async (original) => ({ ...(await original()), say: vi.fn() }));
afterEach(() => vi.restoreAllMocks());

test('a waiting message is removed, and of one that is being sent the member learns that it is too late', async () => {
  const drop = vi.spyOn(outbox, 'drop').mockResolvedValue(true);
  await dropMessage('waiting');
  expect(header.say).not.toHaveBeenCalled();
  drop.mockResolvedValue(false);
  await dropMessage('sending');
  expect(header.say).toHaveBeenCalledOnce();
});
