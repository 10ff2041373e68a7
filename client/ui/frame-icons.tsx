// The icons needed at the first paint, and the function that creates icons: strokes in the text's colour, on a grid of 24 by 24.
import type { ReactNode } from 'react';
import './icon.css';

export type IconComponent = () => ReactNode;

/** `lines` are strokes and `dots` are filled. Screen readers ignore an icon and read the text beside it. */
export const icon =
  (lines: string, dots = '', className = 'icon'): IconComponent =>
  () => (
    <svg className={className} viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={lines} />
      {dots === '' ? null : <path className="icon-fill" d={dots} />}
    </svg>
  );

/** An icon that points forward or back. It is mirrored where lines are read from right to left. */
export const directedIcon = (lines: string): IconComponent => icon(lines, '', 'icon icon-directed');

export const HomeIcon = icon('M4 11.5 12 4.8l8 6.7M6 10v9h4.2v-5h3.6v5H18v-9');
export const MapIcon = icon(
  'M12 20.6s-6.4-5.5-6.4-10.4a6.4 6.4 0 0 1 12.8 0c0 4.9-6.4 10.4-6.4 10.4ZM12 12.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
);
export const TilesIcon = icon('M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z');
export const ChatIcon = icon(
  'M12 19.2c-1.2 0-2.4-.2-3.4-.6L4 20l1.3-3.9A7 7 0 0 1 4 12c0-4 3.6-7.2 8-7.2s8 3.2 8 7.2-3.6 7.2-8 7.2Z',
);
export const HeartIcon = icon('M12 19.8S4 15.1 4 9.5a4.4 4.4 0 0 1 8-2.5 4.4 4.4 0 0 1 8 2.5c0 5.6-8 10.3-8 10.3Z');
export const BellIcon = icon('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5h4');
export const LoginIcon = directedIcon('M14 4.5h4.5v15H14M4 12h10.5M11 8l4 4-4 4');
export const RegisterIcon = icon('M4 6.5h16v11H4ZM4.5 7l7.5 6 7.5-6');
export const InfoIcon = icon('M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 11.2V16', 'M12 9a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z');
export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16');
export const CloseIcon = icon('M6 6l12 12M18 6 6 18');
export const BackIcon = directedIcon('M14.5 5.5 8 12l6.5 6.5');
export const EyeIcon = icon('M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6ZM12 14.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4Z');
export const EyeOffIcon = icon(
  'M4 4l16 16M9.9 6.2A9 9 0 0 1 12 6c5.7 0 9 6 9 6a16 16 0 0 1-2.6 3.3M6.3 7.7A16 16 0 0 0 3 12s3.3 6 9 6a9 9 0 0 0 4.2-1M10.1 10.1a2.7 2.7 0 0 0 3.8 3.8',
);
export const CheckIcon = icon('M5 12.5 10 17.5 19.5 7');
export const WarningIcon = icon('M12 4.5 21 19.5H3ZM12 10.5v4', 'M12 17.8a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z');
export const OfflineIcon = icon('M4 4l16 16M8 10.2A5 5 0 0 0 7.5 19H17M10 6.8A5.5 5.5 0 0 1 17 11a4 4 0 0 1 3.3 6');
export const GlobeIcon = icon('M4 12a8 8 0 1 0 16 0 8 8 0 1 0-16 0h16M12 4c5 5 5 11 0 16-5-5-5-11 0-16');
