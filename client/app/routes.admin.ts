// The screens of administrators: in chunks that members never load and that no device keeps.
import { lazyRouteComponent } from '@tanstack/react-router';
import type { Screens } from './routes.member.ts';

export const adminScreens: Screens = {
  '/dashboard': lazyRouteComponent(() => import('#client/features/admin/DashboardScreen.tsx'), 'DashboardScreen'),
  '/dashboard/cases': lazyRouteComponent(() => import('#client/features/reports/AdminCasesScreen.tsx'), 'AdminCasesScreen'),
};
