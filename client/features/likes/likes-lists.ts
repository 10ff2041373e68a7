// The four lists of likes, and the query keys of likes.
import type { QueryKey } from '@tanstack/react-query';

export type LikesList = 'profilelikedyou' | 'youlikedprofile';
export type PicLikesList = 'profilelikedyourpics' | 'youlikedprofilepics';

/** The query key of your like and block of a member. */
export const likeKey = (ownId: string, profileId: string) => ['like', ownId, profileId] as const;

/** The first part of the query keys of all lists: likes, picture likes and blocked members. */
export const likesKey = ['likes'] as const;

export const likesListKey = (list: LikesList | PicLikesList, ownId: string): QueryKey => [...likesKey, list, ownId];

export const likesListKeys = (ownId: string): readonly QueryKey[] =>
  (['profilelikedyou', 'youlikedprofile', 'profilelikedyourpics', 'youlikedprofilepics'] as const).map((list) =>
    likesListKey(list, ownId),
  );
