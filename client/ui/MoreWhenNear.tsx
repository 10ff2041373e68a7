// The end of a list that goes on: loads more as it comes near, and by its button where it does not.
import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';

export function MoreWhenNear({ isLoading, onMore }: { readonly isLoading: boolean; readonly onMore: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  // Anew with each state of the list: an end that is near before and after it grew is no news to a watcher, and loading that
  // began and ended between two looks is not seen as such.
  useEffect(() => {
    if (place.current === null || isLoading) return;
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '400px' });
    watcher.observe(place.current);
    return () => watcher.disconnect();
  });
  return (
    <div ref={place} className="more-when-near">
      <Button onClick={onMore} disabled={isLoading}>
        {isLoading ? 'Loading...' : 'Show more'}
      </Button>
    </div>
  );
}
