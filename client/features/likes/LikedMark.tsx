// The heart in the corner of a tile, for a liked picture or a member who likes back.
import { HeartIcon } from '#client/ui/icons.tsx';
import './likes.css';

export const LikedMark = () => (
  <span className="liked-mark">
    <HeartIcon />
  </span>
);
