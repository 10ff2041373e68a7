// Search conversations on SQLite, whose index ignores accents.
import { expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { write } from '#server/testing/members/actions.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';
import { membersSearchTheirConversations } from './search.suite.ts';

membersSearchTheirConversations(openTestApp);

test('accents are ignored, and words of other scripts are found', async () => {
  const app = await openTestApp();
  try {
    const [anton, boris] = [await app.member(), await app.member()];
    await write(anton, boris, 'Die Fähre nach Zürich');
    await write(anton, boris, 'नमस्ते दुनिया, привет мир');
    const found = async (text: string) =>
      (await anton.call(messages.getSearch, { query: { text, beforeMessageId: undefined } })).length;
    for (const text of ['fahre', 'FÄHRE', 'zurich fähre', 'नमस्ते', 'दुनि', 'Мир', 'привет'])
      expect(await found(text), text).toBe(1);
  } finally {
    await app.close();
  }
});
