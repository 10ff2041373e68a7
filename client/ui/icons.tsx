// The icons in use, all drawn here in one style: 24 by 24, round strokes in the colour of the text.
import type { ReactNode } from 'react';

export type IconComponent = () => ReactNode;

/** `lines` are the strokes, `dots` the filled shapes. Icons say nothing to screen readers: the text beside them does. */
export const icon =
  (lines: string, dots = ''): IconComponent =>
  () => (
    <svg className="icon" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false">
      <path d={lines} />
      {dots === '' ? null : <path className="icon-fill" d={dots} />}
    </svg>
  );

export const HomeIcon = icon('M4 11.5 12 4.8l8 6.7M6 10v9h4.2v-5h3.6v5H18v-9');
export const MapIcon = icon(
  'M12 20.6s-6.4-5.5-6.4-10.4a6.4 6.4 0 0 1 12.8 0c0 4.9-6.4 10.4-6.4 10.4ZM12 12.5a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.6Z',
);
export const TilesIcon = icon('M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z');
export const CardsIcon = icon(
  'M8 6.5h9.5A1.5 1.5 0 0 1 19 8v10.5a1.5 1.5 0 0 1-1.5 1.5H8a1.5 1.5 0 0 1-1.5-1.5V8A1.5 1.5 0 0 1 8 6.5ZM4 16V5.5A1.5 1.5 0 0 1 5.5 4H14',
);
export const ListIcon = icon('M4 5h5v5H4zM4 14h5v5H4zM12.5 6H20M12.5 9H17M12.5 15H20M12.5 18H17');
export const ChatIcon = icon(
  'M12 19.2c-1.2 0-2.4-.2-3.4-.6L4 20l1.3-3.9A7 7 0 0 1 4 12c0-4 3.6-7.2 8-7.2s8 3.2 8 7.2-3.6 7.2-8 7.2Z',
);
export const BroadcastIcon = icon(
  'M7.8 16.2a6 6 0 0 1 0-8.4M16.2 7.8a6 6 0 0 1 0 8.4M5 19A10 10 0 0 1 5 5M19 5a10 10 0 0 1 0 14',
  'M12 13.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
);
export const HeartIcon = icon('M12 19.8S4 15.1 4 9.5a4.4 4.4 0 0 1 8-2.5 4.4 4.4 0 0 1 8 2.5c0 5.6-8 10.3-8 10.3Z');
export const BellIcon = icon('M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15ZM10 20.5h4');
export const GamesIcon = icon(
  'M8 7.5h8a5 5 0 0 1 5 5v2.3a2.7 2.7 0 0 1-4.9 1.6L15 15H9l-1.1 1.4A2.7 2.7 0 0 1 3 14.8v-2.3a5 5 0 0 1 5-5ZM7 11.2h3.5M8.75 9.5V13',
  'M15.5 11.2a1 1 0 1 0 0-2 1 1 0 0 0 0 2ZM17.5 13.2a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
);
export const PersonIcon = icon('M12 11.5a3.8 3.8 0 1 0 0-7.6 3.8 3.8 0 0 0 0 7.6ZM4.5 20c.6-3.6 3.6-5.8 7.5-5.8s6.9 2.2 7.5 5.8');
export const PencilIcon = icon(
  'M4.5 19.5 5.5 15 15.8 4.7a1.7 1.7 0 0 1 2.4 0l1.1 1.1a1.7 1.7 0 0 1 0 2.4L9 18.5ZM14 6.5 17.5 10',
);
export const SettingsIcon = icon(
  'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4ZM9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4Z',
);
export const LoginIcon = icon('M14 4.5h4.5v15H14M4 12h10.5M11 8l4 4-4 4');
export const LogoutIcon = icon('M10 4.5H5.5v15H10M10 12h10M16.5 8l4 4-4 4');
export const RegisterIcon = icon('M4 6.5h16v11H4ZM4.5 7l7.5 6 7.5-6');
export const InfoIcon = icon('M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM12 11.2V16', 'M12 9a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z');
export const HelpIcon = icon(
  'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM9.8 9.7a2.3 2.3 0 1 1 3.5 2c-.8.5-1.3 1-1.3 1.9',
  'M12 17a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
);
export const PagesIcon = icon('M7 4h7l4 4v12H7ZM13.5 4.5V8.5H18M10 12.5h5M10 16h5');
export const MenuIcon = icon('M4 7h16M4 12h16M4 17h16');
export const CloseIcon = icon('M6 6l12 12M18 6 6 18');
export const BackIcon = icon('M14.5 5.5 8 12l6.5 6.5');
export const ForwardIcon = icon('M9.5 5.5 16 12l-6.5 6.5');
export const EyeIcon = icon('M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6ZM12 14.7a2.7 2.7 0 1 0 0-5.4 2.7 2.7 0 0 0 0 5.4Z');
export const EyeOffIcon = icon(
  'M4 4l16 16M9.9 6.2A9 9 0 0 1 12 6c5.7 0 9 6 9 6a16 16 0 0 1-2.6 3.3M6.3 7.7A16 16 0 0 0 3 12s3.3 6 9 6a9 9 0 0 0 4.2-1M10.1 10.1a2.7 2.7 0 0 0 3.8 3.8',
);
export const PlusIcon = icon('M12 5v14M5 12h14');
export const CheckIcon = icon('M5 12.5 10 17.5 19.5 7');
export const TrashIcon = icon('M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.9 12.5h9.2L17.5 7M10.2 10.5v5.5M13.8 10.5v5.5');
export const SendIcon = icon('M4.5 12 4 4.5 20.5 12 4 19.5ZM4.5 12H12');
export const WarningIcon = icon('M12 4.5 21 19.5H3ZM12 10.5v4', 'M12 17.8a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z');
export const OfflineIcon = icon('M4 4l16 16M8 10.2A5 5 0 0 0 7.5 19H17M10 6.8A5.5 5.5 0 0 1 17 11a4 4 0 0 1 3.3 6');
export const DeviceIcon = icon(
  'M8 3.5h8A1.5 1.5 0 0 1 17.5 5v14a1.5 1.5 0 0 1-1.5 1.5H8A1.5 1.5 0 0 1 6.5 19V5A1.5 1.5 0 0 1 8 3.5ZM10.5 17.5h3',
);
export const BlockIcon = icon('M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM6.4 6.4l11.2 11.2');
export const LocateIcon = icon('M12 18.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM12 2.5v5M12 16.5v5M2.5 12h5M16.5 12h5');
export const WalkIcon = icon(
  'M12.6 8.2 9.8 13l3 2.6.7 5M9.8 13l-1.6 4-2.7 3M12.6 8.2 9.4 9.4 8 12.4M12.6 8.2l1.7 3.2 3.2.9',
  'M13.6 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4Z',
);
export const PictureIcon = icon(
  'M4 5.5h16v13H4ZM4.5 16l4.5-4.5 3.5 3.5 2.5-2.5 4.5 4.5',
  'M15.5 10.5a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4Z',
);
export const CameraIcon = icon('M4 8h3.5l1.5-2.5h6L16.5 8H20v10.5H4ZM12 16a3.2 3.2 0 1 0 0-6.4 3.2 3.2 0 0 0 0 6.4Z');
export const FilterIcon = icon('M4 6.5h16M7 12h10M10 17.5h4');
export const AdminIcon = icon('M12 3.8 19 6.5v5c0 4.2-2.8 7.3-7 8.7-4.2-1.4-7-4.5-7-8.7v-5Z');
