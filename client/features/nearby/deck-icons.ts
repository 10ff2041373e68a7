// Icons used only by the deck.
import { icon } from '#client/ui/icons.tsx';

export const SkipIcon = icon('M12 5v13M6.5 13 12 18.5 17.5 13');
export const UndoIcon = icon('M8.5 5 4.5 9l4 4M5 9h9a5 5 0 0 1 0 10h-3');
