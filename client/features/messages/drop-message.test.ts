// Tests how a message that is not sent yet is removed, and what the member is told if it is too late.
import { afterEach, expect, test, vi } from 'vitest';
import { outbox } from '#client/offline/outbox/outbox.ts';
import * as header from '#client/ui/header-messages.ts';
import { dropMessage } from './drop-message.ts';

vi.mock(import('#client/ui/header-messages.ts'), async (original) => ({ ...(await original()), say: vi.fn() }));
afterEach(() => vi.restoreAllMocks());

test('a waiting message is removed without a notice, and a notice says that one being sent cannot be removed', async () => {
  const drop = vi.spyOn(outbox, 'drop').mockResolvedValue(true);
  await dropMessage('waiting');
  expect(header.say).not.toHaveBeenCalled();
  drop.mockResolvedValue(false);
  await dropMessage('sending');
  expect(header.say).toHaveBeenCalledOnce();
});
