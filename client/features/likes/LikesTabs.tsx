// The tabs of the four likes screens.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import '#client/people/switch-in-header.css';
import '#client/ui/tabs.css';
import './likes.css';

const tabs = [
  { path: '/likes/profilelikedyou', title: 'Liked You' },
  { path: '/likes/profilelikedyourpics', title: 'Your Pics' },
  { path: '/likes/youlikedprofile', title: 'You Liked' },
  { path: '/likes/youlikedprofilepics', title: 'Their Pics' },
] as const;

export type LikesPath = (typeof tabs)[number]['path'];

export function LikesTabs({ current }: { readonly current: LikesPath }) {
  return (
    <nav className="tabs likes-tabs" aria-label={t('Likes')}>
      {tabs.map(({ path, title }) => (
        <Link key={path} to={path} replace className="tab" aria-current={path === current ? 'page' : undefined}>
          {t(title)}
        </Link>
      ))}
    </nav>
  );
}
