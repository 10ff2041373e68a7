// The Like button of a picture.
import { Button } from '#client/ui/Button.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import { showLikeError } from './likes.queries.ts';
import { usePicLike } from './pic-likes.queries.ts';
import './likes.css';

export function PicLikeButton({ profileId, pictureId }: { readonly profileId: string; readonly pictureId: string }) {
  const { isLiked, label, isKnown, toggle } = usePicLike(profileId, pictureId);
  return (
    <Button
      look={isLiked ? 'plain' : 'main'}
      onClick={() => void toggle().catch(showLikeError)}
      disabled={!isKnown}
      aria-pressed={isLiked}
    >
      <span className={isLiked ? 'heart heart-full' : 'heart'}>
        <HeartIcon />
      </span>
      {label}
    </Button>
  );
}
