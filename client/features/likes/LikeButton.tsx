// The Like button of a profile.
import { t } from '#client/device/texts.ts';
import { useLike } from './likes.queries.ts';
import { LikeToggle } from './LikeToggle.tsx';

export function LikeButton({ profileId }: { readonly profileId: string }) {
  const { likeType, label, isKnown, isBlocked, toggle } = useLike(profileId);
  return <LikeToggle isLiked={likeType === 'LIKE'} label={t(label)} isDisabled={!isKnown || isBlocked} onToggle={toggle} />;
}
