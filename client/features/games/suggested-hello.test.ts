// Suggested hellos for newcomers, and their drafts.
import { beforeEach, expect, test, vi } from 'vitest';
import { storeDraft, storedDraft } from '#client/offline/cached-values.ts';
import { draftHello, suggestedHello } from './suggested-hello.ts';

vi.mock('#client/offline/cached-values.ts', () => ({ storeDraft: vi.fn(), storedDraft: vi.fn() }));

beforeEach(() => {
  vi.mocked(storeDraft).mockReset().mockResolvedValue();
  vi.mocked(storedDraft).mockReset().mockResolvedValue(null);
});

const draft = { text: 'Half a sentence', pictureIds: [], replyToId: null };

test('there are several suggestions, and each names the newcomer', () => {
  const all = [0, 0.3, 0.6, 0.99].map((fraction) => suggestedHello('Boris', fraction));
  expect(new Set(all).size).toBe(4);
  for (const text of all) expect(text).toContain('Boris');
});

test('the hello becomes the draft of the conversation, unless there is one', async () => {
  await draftHello('ada', 'boris', 'Boris');
  expect(storeDraft).toHaveBeenCalledWith('ada', 'boris', { ...draft, text: expect.stringContaining('Boris') });
  vi.mocked(storedDraft).mockResolvedValue(draft);
  await draftHello('ada', 'boris', 'Boris');
  expect(storeDraft).toHaveBeenCalledTimes(1);
});

test('the chat can open if the storage fails or hangs', async () => {
  vi.mocked(storedDraft).mockRejectedValueOnce(new DOMException('', 'UnknownError'));
  await draftHello('ada', 'boris', 'Boris');
  vi.mocked(storedDraft).mockReturnValueOnce(new Promise(() => undefined));
  await draftHello('ada', 'boris', 'Boris');
  expect(storedDraft).toHaveBeenCalledTimes(2);
});
