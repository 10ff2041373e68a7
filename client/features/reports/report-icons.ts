// The icon for reports.
import { icon } from '#client/ui/icons.tsx';

export const FlagIcon = icon('M6 21V4M6 4.5c3-1.6 6 1.6 12 0v9c-6 1.6-9-1.6-12 0');
