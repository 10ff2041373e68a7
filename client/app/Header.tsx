// The header: home button with brand and slogans, notices, and connection state.
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useSessionRecord } from '#client/device/session-record.ts';
import { reachability } from '#client/net/reachability.ts';
import { Badge } from '#client/ui/Badge.tsx';
import { useBadges } from '#client/ui/badges.ts';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { useHeaderMessage } from '#client/ui/header-messages.ts';
import { BellIcon, MenuIcon, OfflineIcon } from '#client/ui/frame-icons.tsx';
import { isToday, timeText } from '#client/ui/time-text.ts';
import { useStore } from '#client/device/store.ts';
import { brand } from '#client/device/brand.ts';
import { useLongPress } from './QuickHide.tsx';

const sloganMs = 8_000;

export function Header({ onMenu }: { readonly onMenu: () => void }) {
  const record = useSessionRecord();
  const { notifications } = useBadges();
  const longPress = useLongPress();
  return (
    <header className="header">
      <Link to="/" className="brand" {...longPress}>
        <img src="/icons/icon.svg" width="36" height="36" alt="" draggable={false} />
        <span className="brand-words">
          <span className="brand-name">
            {brand.name}
            <span className="visually-hidden">, home</span>
          </span>
          <SecondLine />
        </span>
      </Link>
      <nav className="header-actions" aria-label="Account">
        {record !== null ? (
          <Link to="/notifications" className={buttonClass({ look: 'round' })}>
            <BellIcon />
            <span className="visually-hidden">Notifications</span>
            <Badge count={notifications} label="new" />
          </Link>
        ) : (
          <Button look="round" className="only-phone" onClick={onMenu} aria-label="Menu">
            <MenuIcon />
          </Button>
        )}
      </nav>
      <Message />
    </header>
  );
}

/** Rotates the slogans while the page is visible. */
function Slogan() {
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') setTurn((at) => at + 1);
    }, sloganMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="slogan" key={turn} aria-hidden="true">
      {brand.slogans[turn % brand.slogans.length]}
    </span>
  );
}

/** The line below the name: the slogans, or the last contact while offline. The layout does not shift. */
function SecondLine() {
  const { isLost, lastMs } = useStore(reachability);
  return (
    <span aria-live="polite">
      {isLost ? (
        <span className="slogan offline">
          <OfflineIcon />
          {lastMs === null ? 'You are offline.' : `Offline. Last contact ${isToday(lastMs) ? 'at' : 'on'} ${timeText(lastMs)}.`}
        </span>
      ) : (
        <Slogan />
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
