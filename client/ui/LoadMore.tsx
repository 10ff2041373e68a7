// The end of a paged list, which loads more when it scrolls near the view or by its button.
import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';

export function LoadMore({ isLoading, onMore }: { readonly isLoading: boolean; readonly onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  // A new observer after each render, since an observer does not fire again if the end is still near after the list grew.
  useEffect(() => {
    if (end.current === null || isLoading) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onMore(), { rootMargin: '400px' });
    observer.observe(end.current);
    return () => observer.disconnect();
  });
  return (
    <div ref={end} className="load-more">
      <Button onClick={onMore} disabled={isLoading}>
        {isLoading ? 'Loading...' : 'Show more'}
      </Button>
    </div>
  );
}
