// The Like button of a picture.
import { Button } from '#client/ui/Button.tsx';
import { HeartIcon } from '#client/ui/icons.tsx';
import { say } from '#client/ui/header-messages.ts';
import { usePicLike } from './pic-likes.queries.ts';
import './likes.css';

const failedNoticeMs = 6_000;

export function PicLikeButton({ profileId, pictureId }: { readonly profileId: string; readonly pictureId: string }) {
  const { isLiked, label, isKnown, toggle } = usePicLike(profileId, pictureId);
  const press = (): void => {
    toggle().catch(() => say('That could not be saved. Please try again.', 'error', failedNoticeMs));
  };
  return (
    <Button look={isLiked ? 'plain' : 'main'} onClick={press} disabled={!isKnown} aria-pressed={isLiked}>
      <span className={isLiked ? 'heart heart-full' : 'heart'}>
        <HeartIcon />
      </span>
      {label}
    </Button>
  );
}
