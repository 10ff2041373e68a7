// The end of a list that goes on: loads more as it comes near, and by its button where it does not.
import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';

export function MoreWhenNear({ isLoading, onMore }: { readonly isLoading: boolean; readonly onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const load = useRef(onMore);
  useEffect(() => {
    load.current = onMore;
  });
  useEffect(() => {
    if (place.current === null || isLoading) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && load.current(), { rootMargin: '400px' });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  }, [isLoading]);
  return (
    <div ref={place} className="more-when-near">
      <Button onClick={onMore} disabled={isLoading}>
        {isLoading ? 'Loading...' : 'Show more'}
      </Button>
    </div>
  );
}
