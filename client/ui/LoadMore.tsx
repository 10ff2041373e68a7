// The end of a list in pages. It loads the next page when it is scrolled near the view, or by its button.
import { t } from '#client/device/texts.ts';
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';

export interface LoadMoreProps {
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** Each page has a new button element. If the same one moved down, browsers would count a shift of the layout. */
export function LoadMore({ isLoading, onMore }: LoadMoreProps) {
  const [isPressed, setPressed] = useState(false);
  if (isLoading)
    return (
      <p className="load-more" role="status">
        {t('Loading...')}
      </p>
    );
  return (
    <MoreButton
      hasFocus={isPressed}
      onMore={onMore}
      onPress={() => {
        setPressed(true);
        onMore();
      }}
    />
  );
}

interface MoreButtonProps extends Pick<LoadMoreProps, 'onMore'> {
  /** True if it replaces a button that was pressed and had the focus. */
  readonly hasFocus: boolean;
  readonly onPress: () => void;
}

function MoreButton({ hasFocus, onMore, onPress }: MoreButtonProps) {
  const end = useRef<HTMLDivElement>(null);
  // A new observer after each render, because the old one does not fire again if the end is still near.
  useEffect(() => {
    if (end.current === null) return;
    // A busy browser reports several states at once. The last one is current.
    const observer = new IntersectionObserver((states) => states.pop()?.isIntersecting && onMore(), { rootMargin: '400px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  useEffect(() => {
    if (hasFocus) end.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [hasFocus]);
  return (
    <div ref={end} className="load-more">
      <Button onClick={onPress}>{t('Show more')}</Button>
    </div>
  );
}
