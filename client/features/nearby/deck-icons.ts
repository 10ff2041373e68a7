// The icon of the deck's Undo button.
import { directedIcon } from '#client/ui/icons.tsx';

export const UndoIcon = directedIcon('M8.5 5 4.5 9l4 4M5 9h9a5 5 0 0 1 0 10h-3');
