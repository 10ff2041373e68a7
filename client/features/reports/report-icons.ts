// Icons of reports and arbitration.
import { icon } from '#client/ui/icons.tsx';

export const FlagIcon = icon('M6 21V4M6 4.5c3-1.6 6 1.6 12 0v9c-6 1.6-9-1.6-12 0');
export const ScalesIcon = icon('M12 4v16M7.5 20h9M5 7h14M5 7l-2.5 6a2.7 2.7 0 0 0 5 0ZM19 7l-2.5 6a2.7 2.7 0 0 0 5 0Z');
