// The Like button of a profile.
import { Button } from '#client/ui/Button.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import { useLike } from './likes.queries.ts';
import './likes.css';

export function LikeButton({ profileId }: { readonly profileId: string }) {
  const { likeType, label, isKnown, isBlocked, toggle } = useLike(profileId);
  const isLiked = likeType === 'LIKE';
  return (
    <Button look={isLiked ? 'plain' : 'main'} onClick={toggle} disabled={!isKnown || isBlocked} aria-pressed={isLiked}>
      <span className={isLiked ? 'heart heart-full' : 'heart'}>
        <HeartIcon />
      </span>
      {label}
    </Button>
  );
}
