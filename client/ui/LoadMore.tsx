// The end of a list in pages. It loads the next page when it is scrolled near the view, or by its button.
import { t } from '#client/device/texts.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';
import { useFocusNewEntry } from './use-focus-new-entry.ts';
import { useIsServerErrorShown } from './server-error-shown.ts';
import './failed.css';
import './load-more.css';

export interface LoadMoreProps {
  readonly isLoading: boolean;
  /** True if the last attempt failed. Then only the button loads the page, since each attempt would fail at once. */
  readonly isFailed: boolean;
  /** Shown after a failure, instead of the usual text. */
  readonly failedText?: string;
  readonly onMore: () => void;
}

/** Each page has a new button element. If the same one moved down, browsers would count it as a layout shift. */
export function LoadMore({ isLoading, isFailed, failedText, onMore }: LoadMoreProps) {
  const [isPressed, setPressed] = useState(false);
  const focusNewEntry = useFocusNewEntry();
  const isServerErrorShown = useIsServerErrorShown();
  if (isLoading)
    return (
      <p className="load-more" role="status">
        {t('Loading...')}
      </p>
    );
  const onPress = (button: Element): void => {
    setPressed(true);
    focusNewEntry(button);
    onMore();
  };
  if (isFailed)
    return (
      <div className="load-more">
        <p className={isServerErrorShown ? 'soft small said-already' : 'soft small'} role={isPressed ? 'alert' : 'status'}>
          {failedText ?? t('This could not be loaded.')}
        </p>
        <MoreButton text={t('Try again')} hasFocus={isPressed} onPress={onPress} />
      </div>
    );
  return <NearEnd onMore={onMore} onPress={onPress} />;
}

interface NearEndProps extends Pick<MoreButtonProps, 'onPress'> {
  readonly onMore: () => void;
}

function NearEnd({ onMore, onPress }: NearEndProps) {
  const end = useRef<HTMLDivElement>(null);
  // A new observer after each render, because the old one does not fire again if the end is still near.
  useEffect(() => {
    if (end.current === null) return;
    const { current } = end;
    const observer = new IntersectionObserver(
      // A busy browser reports several states at once. The last one is current. A button with the focus stays until it is pressed.
      (states) => states.pop()?.isIntersecting && !current.contains(document.activeElement) && onMore(),
      { rootMargin: '400px' },
    );
    observer.observe(current);
    return () => observer.disconnect();
  });
  return (
    <div ref={end} className="load-more">
      <MoreButton text={t('Show more')} onPress={onPress} />
    </div>
  );
}

interface MoreButtonProps {
  readonly text: string;
  /** True if it replaces a button that was pressed and had the focus. */
  readonly hasFocus?: boolean;
  readonly onPress: (button: Element) => void;
}

function MoreButton({ text, hasFocus = false, onPress }: MoreButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (hasFocus) button.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  return (
    <Button ref={button} onClick={({ currentTarget }) => onPress(currentTarget)}>
      {text}
    </Button>
  );
}
