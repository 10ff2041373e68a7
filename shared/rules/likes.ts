// The types of likes, and those that result from the button or a swipe.
export const likeTypes = ['LIKE', 'DISLIKE', 'UNDETERMINED', 'ERROR'] as const;
export type LikeType = (typeof likeTypes)[number];
/** ERROR exists on the client only. */
export type StoredLikeType = Exclude<LikeType, 'ERROR'>;

/** The like type after a click on the Like button. */
export const toggledLike = (current: LikeType): LikeType => (current === 'LIKE' ? 'DISLIKE' : 'LIKE');

export const likeLabel = (current: LikeType): 'Like' | 'Remove Like' => (current === 'LIKE' ? 'Remove Like' : 'Like');

/** Right likes, left dislikes, down skips; anything else is ERROR, which is never sent. */
export function likeOfSwipe(direction: 'left' | 'right' | 'up' | 'down' | 'none'): LikeType {
  if (direction === 'right') return 'LIKE';
  if (direction === 'left') return 'DISLIKE';
  return direction === 'down' ? 'UNDETERMINED' : 'ERROR';
}
