// Tells whether a pressed key belongs to a word that an input method is composing, such as an Enter that confirms a suggestion.

/** Safari ends the composition before the key that confirms it, and marks that key only with this code. */
const composedKeyCode = 229;

export const isComposing = ({ isComposing: isMarked, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  isMarked || keyCode === composedKeyCode;
