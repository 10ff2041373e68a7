// Suggested hellos for newcomers, as drafts that the greeter can edit before sending.
import { cleanText } from '#shared/rules/text.ts';
import { t } from '#client/device/texts.ts';
import { withTimeout } from '#client/offline/cached-first.ts';
import { storeDraft, storedDraft } from '#client/offline/cached-values.ts';

const hellos = [
  (name: string) => t('Hi {name}, welcome. I’ve been here for a while, so if you have any questions, just ask.', { name }),
  (name: string) => t('Welcome, {name}. Nice to see someone new in the neighborhood. How do you like it so far?', { name }),
  (name: string) => t('Hello {name}, good to have you here. What brings you?', { name }),
  (name: string) =>
    t('Hi {name}, I’m from the Welcome Committee and just wanted to say hello. Are you new in the area too?', { name }),
] as const;

/** Resolves soon in any case: without storage the chat opens without a draft. */
export const draftHello = (ownId: string, peer: string, name: string): Promise<unknown> =>
  withTimeout(storeHello(ownId, peer, suggestedHello(name)));

async function storeHello(ownId: string, peer: string, text: string): Promise<void> {
  // Keeps an existing draft.
  if ((await storedDraft(ownId, peer)) === null) await storeDraft(ownId, peer, { text, pictureIds: [], replyToId: null });
}

/** `fraction`, in [0, 1), selects the suggestion. */
export const suggestedHello = (name: string, fraction = Math.random()): string =>
  cleanText((hellos[Math.floor(fraction * hellos.length)] ?? hellos[0])(name));
