// Icons used only by games.
import { icon } from '#client/ui/icons.tsx';

export const QuoteIcon = icon('M5 17.5V12a5.5 5.5 0 0 1 4.5-5.4M5 12h5v5.5H5M14 17.5V12a5.5 5.5 0 0 1 4.5-5.4M14 12h5v5.5h-5');
export const RobotIcon = icon(
  'M6 9h12v9.5H6ZM12 9V5.5M3.5 12.5v3M20.5 12.5v3M9.5 15.5h5',
  'M9.3 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM14.7 13a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM12 5.5a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
);
export const FlameIcon = icon(
  'M12 3.5c.6 3.4 5.5 5.4 5.5 10.3A5.6 5.6 0 0 1 12 20a5.6 5.6 0 0 1-5.5-6c0-2.3 1.2-3.8 2.3-5 .2 1.6.8 2.4 1.7 2.9C10.2 8.8 10.5 5.6 12 3.5Z',
);
export const CropFrameIcon = icon('M7 3v14h14M3 7h14v14');
export const ScalesIcon = icon('M12 4.5v15M8 19.5h8M5 7.5h14M5 7.5 2.8 13.5h4.4ZM19 7.5l-2.2 6h4.4Z');
export const ShieldPlusIcon = icon('M12 3.8 19 6.5v5c0 4.2-2.8 7.3-7 8.7-4.2-1.4-7-4.5-7-8.7v-5ZM12 8.5v6M9 11.5h6');
export const WaveIcon = icon(
  'M8.5 12.5V6.8a1.3 1.3 0 0 1 2.6 0v4.7V5.3a1.3 1.3 0 0 1 2.6 0v6.2V6.8a1.3 1.3 0 0 1 2.6 0v7.7a5.5 5.5 0 0 1-10 3.2L4.2 14a1.4 1.4 0 0 1 2.2-1.7l2.1 2.2',
);
export const PodiumIcon = icon('M9 20V8h6v12M3.5 20v-8H9M15 20v-5h5.5v5M3 20h18');
export const GlitterIcon = icon(
  'M12 4.5c.6 4 2 5.4 6 6-4 .6-5.4 2-6 6-.6-4-2-5.4-6-6 4-.6 5.4-2 6-6ZM18.5 15c.3 1.8.9 2.4 2.5 2.7-1.6.3-2.2.9-2.5 2.7-.3-1.8-.9-2.4-2.5-2.7 1.6-.3 2.2-.9 2.5-2.7ZM5 16.5c.2 1.2.6 1.6 1.8 1.8-1.2.2-1.6.6-1.8 1.8-.2-1.2-.6-1.6-1.8-1.8 1.2-.2 1.6-.6 1.8-1.8Z',
);
