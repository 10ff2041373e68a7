// The visitors' screens; all but home and login are loaded lazily.
import { lazyRouteComponent } from '@tanstack/react-router';
import { HomeScreen } from '#client/features/home/HomeScreen.tsx';
import { LoginScreen } from '#client/features/session/LoginScreen.tsx';
import { withPageTexts } from './load-language.ts';
import type { Screens } from './routes.member.ts';

export const publicScreens: Screens = {
  '/': HomeScreen,
  '/login': LoginScreen,
  '/register': lazyRouteComponent(() => import('#client/features/session/RegisterScreen.tsx'), 'RegisterScreen'),
  '/unwanted-emails': lazyRouteComponent(
    () => import('#client/features/session/UnwantedEmailsScreen.tsx'),
    'UnwantedEmailsScreen',
  ),
  '/aboutus': lazyRouteComponent(() => withPageTexts(() => import('#client/features/site/AboutScreen.tsx')), 'AboutScreen'),
  '/tos': lazyRouteComponent(() => withPageTexts(() => import('#client/features/site/TermsScreen.tsx')), 'TermsScreen'),
  '/support': lazyRouteComponent(() => withPageTexts(() => import('#client/features/site/SupportScreen.tsx')), 'SupportScreen'),
  '/contactus': lazyRouteComponent(() => withPageTexts(() => import('#client/features/site/ContactScreen.tsx')), 'ContactScreen'),
  '/sorry': lazyRouteComponent(() => withPageTexts(() => import('#client/features/site/SorryScreen.tsx')), 'SorryScreen'),
};
