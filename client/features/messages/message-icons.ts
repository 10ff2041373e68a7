// The icons that only conversations use.
import { directedIcon, icon } from '#client/ui/icons.tsx';

export const ClockIcon = icon('M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 7.5V12l3 2');
export const SeenIcon = icon('M2.5 12.8 7 17.3 15.5 8M11.5 16.5l1 .8L21.5 8');
export const DotsIcon = icon(
  '',
  'M12 7.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM12 13.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM12 19.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Z',
);
export const SearchIcon = icon('M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20');
export const ReplyIcon = directedIcon('M10 6 4.5 11.5 10 17M5 11.5h8.5c3.6 0 6 2 6 6.5');
export const DownIcon = icon('M12 5v13M6.5 12.5 12 18l5.5-5.5');
