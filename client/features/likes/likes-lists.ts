// The four lists of likes and their query keys.
import type { QueryKey } from '@tanstack/react-query';

export type LikesList = 'profilelikedyou' | 'youlikedprofile';
export type PicLikesList = 'profilelikedyourpics' | 'youlikedprofilepics';

export const likesListKey = (list: LikesList | PicLikesList, ownId: string): QueryKey => ['likes', list, ownId];

export const likesListKeys = (ownId: string): readonly QueryKey[] =>
  (['profilelikedyou', 'youlikedprofile', 'profilelikedyourpics', 'youlikedprofilepics'] as const).map((list) =>
    likesListKey(list, ownId),
  );
