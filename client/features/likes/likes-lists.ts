// The lists of likes, and the keys that they are asked and kept under.
import type { QueryKey } from '@tanstack/react-query';

export type LikesList = 'profilelikedyou' | 'youlikedprofile';

export const likesListKey = (list: LikesList, ownId: string): QueryKey => ['likes', list, ownId];

export const likesListKeys = (ownId: string): readonly QueryKey[] => [
  likesListKey('profilelikedyou', ownId),
  likesListKey('youlikedprofile', ownId),
];
