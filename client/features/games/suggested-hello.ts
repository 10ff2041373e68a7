// Suggested hellos for newcomers, which the greeter can edit before sending.
import { cleanText } from '#shared/rules/text.ts';
import { t } from '#client/device/texts.ts';
const hellos = [
  (name: string) => t('Hi {name}, welcome. I’ve been here for a while, so if you have any questions, just ask.', { name }),
  (name: string) => t('Welcome, {name}. Nice to see someone new in the neighborhood. How do you like it so far?', { name }),
  (name: string) => t('Hello {name}, good to have you here. What brings you?', { name }),
  (name: string) =>
    t('Hi {name}, I’m from the Welcome Committee and just wanted to say hello. Are you new in the area too?', { name }),
] as const;

/** `fraction`, in [0, 1), selects the suggestion. */
export const suggestedHello = (name: string, fraction = Math.random()): string =>
  cleanText((hellos[Math.floor(fraction * hellos.length)] ?? hellos[0])(name));
