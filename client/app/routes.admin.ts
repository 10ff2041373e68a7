// The administrators' screens, in chunks that members' devices never load or cache.
import { lazyRouteComponent } from '@tanstack/react-router';
import { withPageTexts } from './load-language.ts';
import type { Screens } from './routes.member.ts';

export const adminScreens: Screens = {
  '/dashboard': lazyRouteComponent(
    () => withPageTexts(() => import('#client/features/admin/DashboardScreen.tsx')),
    'DashboardScreen',
  ),
  '/dashboard/cases': lazyRouteComponent(() => import('#client/features/reports/AdminCasesScreen.tsx'), 'AdminCasesScreen'),
};
