// The icon of each screen, for the menu and Home.
import type { ReactNode } from 'react';
import {
  AdminIcon,
  BellIcon,
  BroadcastIcon,
  CardsIcon,
  ChatIcon,
  GamesIcon,
  HeartIcon,
  HelpIcon,
  HomeIcon,
  InfoIcon,
  ListIcon,
  LoginIcon,
  LogoutIcon,
  MapIcon,
  PagesIcon,
  PencilIcon,
  PersonIcon,
  RegisterIcon,
  SettingsIcon,
  TilesIcon,
  type IconComponent,
} from './icons.tsx';

const icons: Readonly<Record<string, IconComponent>> = {
  '/': HomeIcon,
  '/search/map': MapIcon,
  '/search/tile': TilesIcon,
  '/search/swype': CardsIcon,
  '/search/profile': ListIcon,
  '/chat/personal': ChatIcon,
  '/chat/broadcast': BroadcastIcon,
  '/likes/profilelikedyou': HeartIcon,
  '/likes/profilelikedyourpics': HeartIcon,
  '/likes/youlikedprofile': HeartIcon,
  '/likes/youlikedprofilepics': HeartIcon,
  '/games': GamesIcon,
  '/notifications': BellIcon,
  '/profile': PersonIcon,
  '/profileEdit': PencilIcon,
  '/settings': SettingsIcon,
  '/login': LoginIcon,
  '/register': RegisterIcon,
  '/logout': LogoutIcon,
  '/aboutus': InfoIcon,
  '/support': HelpIcon,
  '/contactus': RegisterIcon,
  '/dashboard': AdminIcon,
};

const iconOf = (path: string): IconComponent => icons[path] ?? (path.startsWith('/games/') ? GamesIcon : PagesIcon);

/** Calls the icon as a function, because icons have no state. */
export const ScreenIcon = ({ path }: { readonly path: string }): ReactNode => iconOf(path)();
