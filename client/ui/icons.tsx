// The icons of screens. It also exports those that are needed at the first paint.
import { directedIcon, icon } from './frame-icons.tsx';

export {
  icon,
  BackIcon,
  BellIcon,
  ChatIcon,
  CheckIcon,
  CloseIcon,
  directedIcon,
  EyeIcon,
  EyeOffIcon,
  HeartIcon,
  HomeIcon,
  InfoIcon,
  LoginIcon,
  MapIcon,
  OfflineIcon,
  RegisterIcon,
  TilesIcon,
  WarningIcon,
  type IconComponent,
} from './frame-icons.tsx';

export const BellOffIcon = icon('M4 4l16 16M18 13.5V11a6 6 0 0 0-9-5.2M6.5 8.6A6 6 0 0 0 6 11v5.5L4.5 18H18M10 20.5h4');
export const CardsIcon = icon(
  'M8 6.5h9.5A1.5 1.5 0 0 1 19 8v10.5a1.5 1.5 0 0 1-1.5 1.5H8a1.5 1.5 0 0 1-1.5-1.5V8A1.5 1.5 0 0 1 8 6.5ZM4 16V5.5A1.5 1.5 0 0 1 5.5 4H14',
);
export const ListIcon = icon('M4 5h5v5H4zM4 14h5v5H4zM12.5 6H20M12.5 9H17M12.5 15H20M12.5 18H17');
export const BroadcastIcon = icon(
  'M7.8 16.2a6 6 0 0 1 0-8.4M16.2 7.8a6 6 0 0 1 0 8.4M5 19A10 10 0 0 1 5 5M19 5a10 10 0 0 1 0 14',
  'M12 13.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6Z',
);
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
export const LogoutIcon = directedIcon('M10 4.5H5.5v15H10M10 12h10M16.5 8l4 4-4 4');
export const HelpIcon = icon(
  'M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16ZM9.8 9.7a2.3 2.3 0 1 1 3.5 2c-.8.5-1.3 1-1.3 1.9',
  'M12 17a1 1 0 1 0 0-2 1 1 0 0 0 0 2Z',
);
export const PagesIcon = icon('M7 4h7l4 4v12H7ZM13.5 4.5V8.5H18M10 12.5h5M10 16h5');
export const ForwardIcon = directedIcon('M9.5 5.5 16 12l-6.5 6.5');
export const PlusIcon = icon('M12 5v14M5 12h14');
export const TrashIcon = icon('M4.5 7h15M9.5 7V4.5h5V7M6.5 7l.9 12.5h9.2L17.5 7M10.2 10.5v5.5M13.8 10.5v5.5');
export const SendIcon = directedIcon('M4.5 12 4 4.5 20.5 12 4 19.5ZM4.5 12H12');
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
