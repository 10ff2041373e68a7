// The side menu: a member's buttons to lock and clear the app, the screens, a visitor's language, keyboard shortcuts and version.
import { t } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef } from 'react';
import { useSessionRecord } from '#client/device/session-record.ts';
import { VersionPanel } from '#client/features/site/VersionPanel.tsx';
import { withQueryClient } from '#client/net/QueryProvider.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Dialog } from '#client/ui/Dialog.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { ScreenIcon } from '#client/ui/ScreenIcon.tsx';
import { limits } from '#shared/rules/limits.ts';
import { menuFor, type ListedRoute } from '#shared/rules/routes.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import './side-menu.css';

/** In a separate file, because visitors need neither the footer nor the code that clears the device. */
const LockFooter = lazyPart(() => import('#client/features/lock/LockFooter.tsx'), 'LockFooter');

/** Rendered after the query client is loaded. */
const LazyVersionPanel = lazy(withQueryClient(async () => ({ default: VersionPanel })));

export interface SideMenuProps {
  readonly onClose: () => void;
  readonly onKeys: () => void;
}

export function SideMenu({ onClose, onKeys }: SideMenuProps) {
  const roles = useSessionRecord()?.roles ?? null;
  const { pathname } = useLocation();
  useCloseByItself(onClose, pathname);
  return (
    <Dialog isOpen onClose={onClose} title={t('Menu')} look="sheet">
      {/* The footer is above the links, so they are shown together with it. */}
      <Suspense>
        {roles !== null && <LockFooter onPanic={() => void import('./panic.ts').then((file) => file.panic())} />}
        <nav className="menu" aria-label={t('All screens')}>
          {[...Map.groupBy(menuFor(roles), ({ group }) => group)].map(([group, rows]) => (
            <section key={group} aria-label={t(group)}>
              <h3>{t(group)}</h3>
              <ul>
                {rows.map((row) => (
                  <li key={row.path}>
                    <MenuLink row={row} isCurrent={row.path === pathname} onClose={onClose} />
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </nav>
      </Suspense>
      {roles === null && <LanguageSelect />}
      <Button look="quiet" className="only-wide" onClick={onKeys}>
        {t('Keyboard shortcuts')}
      </Button>
      <Suspense>
        <LazyVersionPanel />
      </Suspense>
    </Dialog>
  );
}

function MenuLink({
  row,
  isCurrent,
  onClose,
}: {
  readonly row: ListedRoute;
  readonly isCurrent: boolean;
  readonly onClose: () => void;
}) {
  return (
    <Link
      to={row.path}
      replace
      className="menu-way"
      aria-current={isCurrent ? 'page' : undefined}
      onClick={isCurrent ? onClose : undefined}
    >
      <ScreenIcon path={row.path} />
      {t(row.title)}
    </Link>
  );
}

/** Closes the menu when another screen has opened, and after a timeout. */
function useCloseByItself(onClose: () => void, pathname: string): void {
  const openedAt = useRef(pathname);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (openedAt.current !== pathname) close();
  }, [pathname]);
  useEffect(() => {
    const timer = setTimeout(() => close(), limits.sidebarCloseMs);
    return () => clearTimeout(timer);
  }, []);
}
