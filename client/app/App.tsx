// The frame around every screen: header, bar or rail, side menu and what the whole app has to say.
import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSessionRecord } from '#client/device/session-record.ts';
import { withQueries } from '#client/net/queries.tsx';
import { admissionTo, routeOfPath } from '#shared/rules/routes.ts';
import { brand } from './brand.ts';
import { Header } from './Header.tsx';
import { MainBar } from './MainBar.tsx';
import { QuickHide } from './QuickHide.tsx';
import './app.css';

const SideMenu = lazy(() => import('./SideMenu.tsx').then(({ SideMenu }) => ({ default: SideMenu })));
const MemberStrips = lazy(
  withQueries(() => import('./MemberStrips.tsx').then(({ MemberStrips }) => ({ default: MemberStrips }))),
);
const UpdateNotice = lazy(() =>
  import('#client/offline/UpdateNotice.tsx').then(({ UpdateNotice }) => ({ default: UpdateNotice })),
);

export function App() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const record = useSessionRecord();
  const main = useScreenFocus();
  const isPainted = usePainted();
  useTitle();
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header onMenu={() => setMenuOpen(true)} />
      <MainBar onMenu={() => setMenuOpen(true)} />
      <main id="main" ref={main} tabIndex={-1}>
        {record !== null && (
          <Suspense>
            <MemberStrips />
          </Suspense>
        )}
        <Outlet />
      </main>
      {isMenuOpen && (
        <Suspense>
          <SideMenu onClose={() => setMenuOpen(false)} />
        </Suspense>
      )}
      {isPainted && (
        <Suspense>
          <UpdateNotice />
        </Suspense>
      )}
      <QuickHide />
    </div>
  );
}

/** The title of the window follows the screen; a discreet brand shows its name alone. */
function useTitle(): void {
  const { pathname } = useLocation();
  const roles = useSessionRecord()?.roles ?? null;
  const isFound = admissionTo(pathname, roles) !== 'notFound';
  const title = (isFound && routeOfPath(pathname)?.title) || 'Page Not Found';
  useEffect(() => {
    document.title = brand.discreet ? brand.name : `${title} · ${brand.name}`;
  }, [title]);
}

/** False until the first screen is on the glass: what can wait until then does. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPainted(true));
    return () => clearTimeout(timer);
  }, []);
  return isPainted;
}

/** Keyboard and screen reader start each new screen at its beginning. */
function useScreenFocus() {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
