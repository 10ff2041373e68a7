// Shows that a part of a screen could not be loaded. If several parts have failed, one of them says so for all.
import { t } from '#client/device/texts.ts';
import { createStore, useStore } from '#client/device/store.ts';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { OfflineIcon, WarningIcon } from './frame-icons.tsx';
import { Motif } from './Motif.tsx';
import { useIsServerErrorShown } from './server-error-shown.ts';
import './empty.css';
import './failed.css';

interface FailedStateProps {
  readonly isOffline: boolean;
  /** Shown instead of the usual text, whatever other parts say. */
  readonly text?: string | undefined;
  readonly onRetry: () => void;
}

export function FailedState({ isOffline, text, onRetry }: FailedStateProps) {
  const [place, setPlace] = useState<Element | null>(null);
  const isFirst = useFailure(place, onRetry);
  const isServerErrorShown = useIsServerErrorShown() && !isOffline;
  const Icon = isOffline ? OfflineIcon : WarningIcon;
  const usualText = isOffline ? t('You are offline, and this is not on your device yet.') : t('This could not be loaded.');
  const isSilent = text === undefined && !isFirst;
  return (
    <div ref={setPlace} className={isSilent ? 'empty failed-silent' : 'empty'}>
      <span className="empty-mark">
        <Motif />
        <Icon />
      </span>
      <p className={isSilent ? 'visually-hidden' : isServerErrorShown ? 'said-already' : undefined}>{text ?? usualText}</p>
      {!isSilent && (
        <Button look="main" onClick={tryAllAgain}>
          {t('Try again')}
        </Button>
      )}
    </div>
  );
}

interface Failure {
  readonly place: Element;
  readonly retry: () => void;
}

/** The parts of this screen that have failed. The first one shows the message for all. */
const failures = createStore<readonly Failure[]>([]);

const tryAllAgain = (): void => failures.get().forEach(({ retry }) => retry());

/** True for the part that shows the message. */
function useFailure(place: Element | null, onRetry: () => void): boolean {
  const retry = useRef(onRetry);
  useEffect(() => {
    retry.current = onRetry;
  });
  useLayoutEffect(() => {
    if (place === null) return;
    const failure = { place, retry: () => retry.current() };
    failures.set([...failures.get(), failure].toSorted(inOrder));
    return () => failures.set(failures.get().filter((other) => other !== failure));
  }, [place]);
  const first = useStore(failures)[0];
  return first === undefined || place === null || first.place === place;
}

/** The widest part comes first, and of parts with the same width the one that is first on the screen. */
function inOrder({ place: one }: Failure, { place: other }: Failure): number {
  const isEarlier = (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return widthAround(other) - widthAround(one) || (isEarlier ? -1 : 1);
}

const widthAround = (place: Element): number => place.parentElement?.clientWidth ?? 0;
