// The frame around every screen: header, bar or rail, side menu and notices of the whole app.
import { Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSessionRecord } from '#client/device/session-record.ts';
import { withQueryClient } from '#client/net/QueryProvider.tsx';
import { admissionTo, routeOfPath } from '#shared/rules/routes.ts';
import { brand } from '#client/device/brand.ts';
import { Header } from './Header.tsx';
import { MainBar } from './MainBar.tsx';
import { QuickHide } from './QuickHide.tsx';
import './app.css';

const SideMenu = lazy(() => import('./SideMenu.tsx').then(({ SideMenu }) => ({ default: SideMenu })));
const KeySheet = lazy(() => import('./KeySheet.tsx').then(({ KeySheet }) => ({ default: KeySheet })));
const MemberStrips = lazy(
  withQueryClient(() => import('./MemberStrips.tsx').then(({ MemberStrips }) => ({ default: MemberStrips }))),
);
const UpdateNotice = lazy(() => import('./UpdateNotice.tsx').then(({ UpdateNotice }) => ({ default: UpdateNotice })));

export function App() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [areKeysOpen, setKeysOpen] = useState(false);
  const record = useSessionRecord();
  const isPainted = usePainted();
  useQuestionMark(() => setKeysOpen(true));
  useScreenFocus();
  useTitle();
  return (
    <div className="frame">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <Header onMenu={() => setMenuOpen(true)} />
      <MainBar onMenu={() => setMenuOpen(true)} />
      <main id="main" tabIndex={-1}>
        {record !== null && (
          <Suspense>
            <MemberStrips />
          </Suspense>
        )}
        <Outlet />
      </main>
      {isMenuOpen && (
        <Suspense>
          <SideMenu onClose={() => setMenuOpen(false)} onKeys={() => setKeysOpen(true)} />
        </Suspense>
      )}
      {areKeysOpen && (
        <Suspense>
          <KeySheet onClose={() => setKeysOpen(false)} />
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
    // The neutral shell of first-look.ts is no longer needed.
    delete document.documentElement.dataset.session;
    const timer = setTimeout(() => setPainted(true));
    return () => clearTimeout(timer);
  }, []);
  return isPainted;
}

/** Keyboard and screen reader start each new screen at its heading. */
function useScreenFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        // Not at the start of the app: there the page begins at its beginning.
        if (fromLocation && pathChanged) void import('./screen-focus.ts').then(({ focusScreen }) => focusScreen());
      }),
    [router],
  );
}

/** `?` lists the keys, wherever nobody is typing. */
function useQuestionMark(onAsk: () => void): void {
  const ask = useRef(onAsk);
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent): void => {
      if (key === '?' && !(target instanceof Element && target.closest('input, textarea, select, dialog'))) ask.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
