// The Like button of a picture.
import { t } from '#client/device/texts.ts';
import { LikeToggle } from './LikeToggle.tsx';
import { showLikeError } from './likes.queries.ts';
import { usePicLike } from './pic-likes.queries.ts';

export function PicLikeButton({ profileId, pictureId }: { readonly profileId: string; readonly pictureId: string }) {
  const { isLiked, label, isKnown, toggle } = usePicLike(profileId, pictureId);
  const onToggle = (): void => void toggle().catch(showLikeError);
  return <LikeToggle isLiked={isLiked} label={t(label)} isDisabled={!isKnown} onToggle={onToggle} />;
}
