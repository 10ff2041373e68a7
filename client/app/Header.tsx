// The header: home button, the brand with slogans or the title of the scrolled screen, notices, and connection state.
import { t, tCount } from '#client/device/texts.ts';
import { Link, useLocation } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useSessionRecord } from '#client/device/session-record.ts';
import { reachability } from '#client/net/reachability.ts';
import { Badge } from '#client/ui/Badge.tsx';
import { useBadges } from '#client/ui/badges.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { useHeaderMessage } from '#client/ui/header-messages.ts';
import { BellIcon, MenuIcon, OfflineIcon } from '#client/ui/frame-icons.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { useStore } from '#client/device/store.ts';
import { brand } from '#client/device/brand.ts';
import { routeOfPath } from '#shared/rules/routes.ts';
import { LanguageLinks } from './LanguageLinks.tsx';
import { useLongPress } from './QuickHide.tsx';
import { useScreenTitle } from './screen-title.ts';

/** Its file is always loaded after the first paint, so it is there when the connection is lost. */
const LastContact = lazyPart(() => import('#client/ui/LastContact.tsx'), 'LastContact');

const sloganMs = 8_000;

export function Header({ onMenu }: { readonly onMenu: () => void }) {
  const record = useSessionRecord();
  const { pathname } = useLocation();
  const { notifications } = useBadges();
  const longPress = useLongPress();
  const isAboutBrand = routeOfPath(pathname)?.isPrerendered === true;
  const { top, isScrolled } = useScrolled();
  const { isLost } = useStore(reachability);
  return (
    <>
      <span ref={top} className="page-top" aria-hidden="true" />
      <header className="header" data-about={isAboutBrand || undefined} data-lost={isLost || undefined}>
        <Link to="/" className="brand" {...longPress}>
          <img src="/icons/icon.svg" width="36" height="36" alt="" draggable={false} />
          <span className="visually-hidden">{t('{name}, home', { name: brand.name })}</span>
          {isAboutBrand && (
            <span className="header-words">
              <span className="header-title" aria-hidden="true">
                {brand.name}
              </span>
              <ConnectionLine otherwise={<Slogan />} />
            </span>
          )}
        </Link>
        {!isAboutBrand && (
          <div className="header-words">
            {isScrolled && <ScreenTitle />}
            <ConnectionLine />
          </div>
        )}
        <nav className="header-actions" aria-label={t('Account')}>
          {record !== null ? (
            <Link to="/notifications" className={buttonClass({ look: 'round' })}>
              <BellIcon />
              <span className="visually-hidden">{t('Notifications')}</span>
              <Badge count={notifications} text={tCount(notifications, { one: '# new', other: '# new' })} />
            </Link>
          ) : (
            <>
              <LanguageLinks />
              <Button look="round" className="only-phone" onClick={onMenu} aria-label={t('Menu')}>
                <MenuIcon />
              </Button>
            </>
          )}
        </nav>
        <Message />
      </header>
    </>
  );
}

/** Hidden from screen readers, because they read the heading on the screen. */
function ScreenTitle() {
  return (
    <span className="header-title header-title-scrolled" aria-hidden="true">
      {useScreenTitle()}
    </span>
  );
}

/** True once the upper half of the page's heading is out of view. */
function useScrolled() {
  const top = useRef<HTMLSpanElement>(null);
  const [isScrolled, setScrolled] = useState(false);
  useEffect(() => {
    if (top.current === null) return;
    const observer = new IntersectionObserver((states) => setScrolled(states.at(-1)?.isIntersecting === false));
    observer.observe(top.current);
    return () => observer.disconnect();
  }, []);
  return { top, isScrolled };
}

/** Shows each slogan once while the page is visible, and then the one that it began with: the second, since the first greets visitors. */
function Slogan() {
  const [turn, setTurn] = useState(0);
  const isOver = turn === brand.slogans.length;
  useEffect(() => {
    if (isOver || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => {
      if (!document.hidden) setTurn((at) => at + 1);
    }, sloganMs);
    return () => clearInterval(timer);
  }, [isOver]);
  return (
    <span className="slogan" key={turn} aria-hidden="true">
      {brand.slogans[(turn + 1) % brand.slogans.length]}
    </span>
  );
}

/** The time of the last contact while offline, otherwise the given line. The height stays the same. */
function ConnectionLine({ otherwise }: { readonly otherwise?: ReactNode }) {
  const { isLost, lastMs } = useStore(reachability);
  return (
    <span aria-live="polite">
      {isLost ? (
        <span className="slogan offline">
          <OfflineIcon />
          <Suspense>
            <LastContact ms={lastMs} />
          </Suspense>
        </span>
      ) : (
        otherwise
      )}
    </span>
  );
}

function Message() {
  const message = useHeaderMessage();
  return (
    <div className="header-message" aria-live={message?.kind === 'error' ? 'assertive' : 'polite'}>
      {message && <p className={`strip strip-${message.kind}`}>{message.text}</p>}
    </div>
  );
}
