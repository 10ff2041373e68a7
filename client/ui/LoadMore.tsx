// The end of a paged list: loads more when it scrolls near the view, or by its button.
import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';

export function LoadMore({ isLoading, onMore }: { readonly isLoading: boolean; readonly onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // A new observer after each render: one that sees the end near both before and after the list grew does not fire again.
  useEffect(() => {
    if (place.current === null || isLoading) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '400px' });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  });
  return (
    <div ref={place} className="load-more">
      <Button onClick={onMore} disabled={isLoading}>
        {isLoading ? 'Loading...' : 'Show more'}
      </Button>
    </div>
  );
}
