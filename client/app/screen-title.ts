// The title of the current screen, for the window and the header.
import { t } from '#client/device/texts.ts';
import { useLocation } from '@tanstack/react-router';
import { useSessionRecord } from '#client/device/session-record.ts';
import { admissionTo, routeOfPath } from '#shared/rules/routes.ts';

export function useScreenTitle(): string {
  const { pathname } = useLocation();
  const roles = useSessionRecord()?.roles ?? null;
  const isFound = admissionTo(pathname, roles) !== 'notFound';
  const title = isFound ? routeOfPath(pathname)?.title : undefined;
  return title === undefined ? t('Page Not Found') : t(title);
}
