// The Like button of a profile.
import { useLike } from './likes.queries.ts';
import { LikeToggle } from './LikeToggle.tsx';

export function LikeButton({ profileId }: { readonly profileId: string }) {
  const { likeType, label, isKnown, isBlocked, toggle } = useLike(profileId);
  return <LikeToggle isLiked={likeType === 'LIKE'} label={label} isDisabled={!isKnown || isBlocked} onToggle={toggle} />;
}
