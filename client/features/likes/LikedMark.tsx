// The heart in the corner of a tile: the picture is liked, or the member likes back.
import { HeartIcon } from '#client/ui/icons.tsx';
import './likes.css';

export const LikedMark = () => (
  <span className="liked-mark">
    <HeartIcon />
  </span>
);
