// The frame around every screen: header, navigation, side menu and notices.
import { t } from '#client/device/texts.ts';
import { Outlet, useRouter } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useSessionRecord } from '#client/device/session-record.ts';
import { withQueryClient } from '#client/net/QueryProvider.tsx';
import { brand } from '#client/device/brand.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { Header } from './Header.tsx';
import { MainBar } from './MainBar.tsx';
import { QuickHide, useWindowTitle } from './QuickHide.tsx';
import { useScreenTitle } from './screen-title.ts';
import './app.css';
import './needed.css';
import './sideways.css';

const SideMenu = lazyPart(() => import('./SideMenu.tsx'), 'SideMenu');
const KeySheet = lazyPart(() => import('./KeySheet.tsx'), 'KeySheet');
const MemberBanners = lazyPart(
  withQueryClient(() => import('./MemberBanners.tsx')),
  'MemberBanners',
);
const UpdateNotice = lazyPart(() => import('./UpdateNotice.tsx'), 'UpdateNotice');

export function App() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [areKeysOpen, setKeysOpen] = useState(false);
  const record = useSessionRecord();
  const isPainted = usePainted();
  useQuestionMark(() => setKeysOpen(true));
  useScreenFocus();
  const isCovered = useTitle();
  return (
    <>
      {/* Inert below the cover, so that screen readers say nothing of what arrives there. */}
      <div className={record === null ? 'frame frame-visitor' : 'frame'} inert={isCovered}>
        <a className="skip-link" href="#main">
          {t('Skip to content')}
        </a>
        <Header onMenu={() => setMenuOpen(true)} />
        <MainBar onMenu={() => setMenuOpen(true)} />
        <main id="main" tabIndex={-1}>
          {record !== null && (
            <Suspense>
              <MemberBanners />
            </Suspense>
          )}
          {isPainted && (
            <Suspense>
              <UpdateNotice />
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
      </div>
      <QuickHide />
    </>
  );
}

/** Sets the title of the window. A discreet brand shows only its own name there. Returns whether the app is covered. */
function useTitle(): boolean {
  const title = useScreenTitle();
  return useWindowTitle(brand.discreet ? brand.name : `${title} · ${brand.name}`);
}

/** False until the first paint. Less urgent work waits for it. */
function usePainted(): boolean {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    // From now on React decides what is shown, so the style of before-paint.ts is removed.
    delete document.documentElement.dataset.session;
    const timer = setTimeout(() => setPainted(true));
    return () => clearTimeout(timer);
  }, []);
  return isPainted;
}

/** Moves the focus to the heading of each new screen, or where it was when a screen is shown again. */
function useScreenFocus(): void {
  const router = useRouter();
  useEffect(() => {
    const load = () => import('./screen-focus.ts');
    const stops = [
      router.subscribe('onBeforeNavigate', (move) => {
        const focused = document.activeElement;
        const links = [...document.querySelectorAll<HTMLAnchorElement>('#main a')];
        if (move.fromLocation) void load().then((focus) => focus.rememberLink(move, focused, links));
      }),
      router.subscribe('onRendered', (move) => {
        // The first screen does not take the focus, so that reading starts at the top of the page.
        if (move.fromLocation) void load().then((focus) => focus.focusScreen(move));
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [router]);
}

/** The `?` key opens the list of keyboard shortcuts, except in dialogs and in form fields other than checkboxes. */
function useQuestionMark(onAsk: () => void): void {
  const ask = useRef(onAsk);
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent): void => {
      if (key === '?' && !(target instanceof Element && target.closest('input:not([type=checkbox]), textarea, select, dialog')))
        ask.current();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}
