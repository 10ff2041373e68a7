// Adds to the draft of a conversation from another screen.
import { limits } from '#shared/rules/limits.ts';
import { lengthOf } from '#shared/rules/text.ts';
import { storeDraft, storedDraft } from './cached-values.ts';

/** Puts the text after the draft that is there. Resolves to false and changes nothing if that would be too long for a message. */
export async function addToDraft(own: string, peer: string, text: string, separator: ' ' | '\n'): Promise<boolean> {
  const draft = await storedDraft(own, peer);
  const whole = draft === null || draft.text === '' ? text : draft.text + separator + text;
  if (lengthOf(whole) > limits.maxTextLength) return false;
  await storeDraft(own, peer, { pictureIds: [], replyToId: null, ...draft, text: whole });
  return true;
}
