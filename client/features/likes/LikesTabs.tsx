// The tabs of the four likes screens.
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import './likes.css';

const tabs = [
  { path: '/likes/profilelikedyou', title: 'Liked You' },
  { path: '/likes/profilelikedyourpics', title: 'Your Pics' },
  { path: '/likes/youlikedprofile', title: 'You Liked' },
  { path: '/likes/youlikedprofilepics', title: 'Their Pics' },
] as const;

export type LikesPath = (typeof tabs)[number]['path'];

export function LikesTabs({ current }: { readonly current: LikesPath }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    // Narrow phones have no room for all four tabs.
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ inline: 'nearest', block: 'nearest' });
  }, []);
  return (
    <nav ref={nav} className="tabs likes-tabs" aria-label="Likes">
      {tabs.map(({ path, title }) => (
        <Link key={path} to={path} replace className="tab" aria-current={path === current ? 'page' : undefined}>
          {title}
        </Link>
      ))}
    </nav>
  );
}
