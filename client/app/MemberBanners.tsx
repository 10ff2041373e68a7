// Banners above every screen of a member. This file also starts location reports and badge counts.
import { t } from '#client/device/texts.ts';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef } from 'react';
import type { Settings } from '#shared/contract/settings.ts';
import { reportingPaused, resumeReporting } from '#client/device/reporting-pause.ts';
import { useRefetchOnMove } from '#client/features/nearby/use-refetch-on-move.ts';
import { useLocationReporting } from '#client/features/positions/use-location-reporting.ts';
import { settingsQuery } from '#client/features/session/session.queries.ts';
import { reachability } from '#client/net/reachability.ts';
import { Button } from '#client/ui/Button.tsx';
import { CloseIcon } from '#client/ui/frame-icons.tsx';
import { pauseNoticeClosed } from '#client/device/storage.ts';
import { useStore } from '#client/device/store.ts';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { useIsFirstScreenShown } from './use-first-screen.ts';
import { useMemberBadges } from './use-member-badges.ts';
import './member-strip.css';

const AskAudience = lazyPart(() => import('#client/features/profiles/AskAudience.tsx'), 'AskAudience');

/** The announcement for screen readers is removed after this time, so that nobody comes across it later. */
const spokenMs = 5_000;
/** A return is announced only if the connection then lasts for this time. */
const settledMs = 1_000;

export function MemberBanners() {
  useLocationReporting();
  useRefetchOnMove();
  useSpokenReturn();
  const isFirstShown = useIsFirstScreenShown();
  const isPaused = useStore(reportingPaused);
  const isClosed = useStore(pauseNoticeClosed);
  const { data } = useQuery({ ...settingsQuery, enabled: isPaused });
  return (
    <>
      {isFirstShown && <Counts />}
      {data?.asksAudience === true && (
        <Suspense>
          <AskAudience />
        </Suspense>
      )}
      {isPaused && !isClosed && <ReportingPausedBanner settings={data} />}
    </>
  );
}

function Counts() {
  useMemberBadges();
  return null;
}

/** Tells screen readers when the connection is back, because the header only stops saying that it is lost. */
function useSpokenReturn(): void {
  const { isLost } = useStore(reachability);
  const wasLost = useRef(false);
  useEffect(() => {
    wasLost.current ||= isLost;
    if (isLost || !wasLost.current) return;
    const timer = setTimeout(() => {
      wasLost.current = false;
      sayBackOnline();
    }, settledMs);
    return () => clearTimeout(timer);
  }, [isLost]);
}

function sayBackOnline(): void {
  const text = document.createElement('p');
  text.className = 'visually-hidden';
  text.textContent = t('Back online.');
  document.querySelector('.header-message')?.append(text);
  setTimeout(() => text.remove(), spokenMs);
}

function ReportingPausedBanner({ settings }: { readonly settings: Settings | undefined }) {
  return (
    <section className="member-strip" aria-label={t('Your location')}>
      <p>
        {settings
          ? t('You are now logged in as {name}. Your location is not shared until you allow it.', {
              name: settings.name || settings.email,
            })
          : t('You are now logged in. Your location is not shared until you allow it.')}
      </p>
      <Button onClick={resumeReporting}>{t('Share my location')}</Button>
      <Button look="round" onClick={() => pauseNoticeClosed.set(true)} aria-label={t('Close')}>
        <CloseIcon />
      </Button>
    </section>
  );
}
