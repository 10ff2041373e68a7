// The end of a paged list, which loads more when it scrolls near the view or by its button.
import { useEffect, useRef, useState } from 'react';
import { Button } from './Button.tsx';

export interface LoadMoreProps {
  readonly isLoading: boolean;
  readonly onMore: () => void;
}

/** The button is another element after each page: one that moved down with the list's end would count as a shift of the layout. */
export function LoadMore({ isLoading, onMore }: LoadMoreProps) {
  const [isPressed, setPressed] = useState(false);
  if (isLoading)
    return (
      <p className="load-more" role="status">
        Loading...
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
  /** Takes the place of a pressed button, which had the focus. */
  readonly hasFocus: boolean;
  readonly onPress: () => void;
}

function MoreButton({ hasFocus, onMore, onPress }: MoreButtonProps) {
  const end = useRef<HTMLDivElement>(null);
  // Creates a new observer after each render: it would not fire again if the end is still near after the list has grown.
  useEffect(() => {
    if (end.current === null) return;
    // A busy browser reports several states at once, of which the last counts.
    const observer = new IntersectionObserver((states) => states.pop()?.isIntersecting && onMore(), { rootMargin: '400px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  useEffect(() => {
    if (hasFocus) end.current?.querySelector('button')?.focus({ preventScroll: true });
  }, [hasFocus]);
  return (
    <div ref={end} className="load-more">
      <Button onClick={onPress}>Show more</Button>
    </div>
  );
}
