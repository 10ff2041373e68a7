// Joins drafts of a conversation, so that none replaces another.
import { limits } from '#shared/rules/limits.ts';
import { lengthOf } from '#shared/rules/text.ts';
import { storeDraft, storedDraft, type Draft } from './cached-values.ts';

export type DraftContent = Omit<Draft, 'replyToId'>;

/** The earlier content, and after it what the member has added meanwhile. Pictures beyond the limit of a message are left out. */
export const joinedContent = (earlier: DraftContent, later: DraftContent): DraftContent => ({
  text: [...new Set([earlier.text, later.text])].filter((text) => text !== '').join('\n'),
  pictureIds: [...new Set([...earlier.pictureIds, ...later.pictureIds])].slice(0, limits.picturesPerMessage),
});

/** Puts the text after the draft that is there. Resolves to false and changes nothing if that would be too long for a message. */
export async function addToDraft(own: string, peer: string, text: string, separator: ' ' | '\n'): Promise<boolean> {
  const draft = await storedDraft(own, peer);
  const whole = draft === null || draft.text === '' ? text : draft.text + separator + text;
  if (lengthOf(whole) > limits.maxTextLength) return false;
  await storeDraft(own, peer, { pictureIds: [], replyToId: null, ...draft, text: whole });
  return true;
}
