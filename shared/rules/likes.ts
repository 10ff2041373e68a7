// The next state of a like, for button, swipe card and server.
export const likeTypes = ['LIKE', 'DISLIKE', 'UNDETERMINED', 'ERROR'] as const;
export type LikeType = (typeof likeTypes)[number];

/** The Like button: anything but LIKE becomes LIKE, and LIKE becomes DISLIKE. */
export const toggledLike = (current: LikeType): LikeType => (current === 'LIKE' ? 'DISLIKE' : 'LIKE');

export const likeLabel = (current: LikeType): 'Like' | 'Remove Like' => (current === 'LIKE' ? 'Remove Like' : 'Like');

/** A swipe: right likes, left dislikes, down skips; anything else is an error that is never sent. */
export function likeOfSwipe(direction: 'left' | 'right' | 'up' | 'down' | 'none'): LikeType {
  if (direction === 'right') return 'LIKE';
  if (direction === 'left') return 'DISLIKE';
  return direction === 'down' ? 'UNDETERMINED' : 'ERROR';
}
