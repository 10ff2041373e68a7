// Lists likes with the briefs of the other members, page by page.
import type { ReducedBrief } from '#shared/contract/profiles.ts';
import type { World } from '#server/world.ts';
import type { ProfilesService } from '#server/features/profiles/profiles.service.ts';
import type { LikesPage } from './likes.store.ts';

interface LikesList<Row, Like> {
  readonly read: (page: LikesPage) => Promise<readonly Row[]>;
  readonly likeOf: (row: Row) => Like;
  readonly otherOf: (like: Like) => string;
  readonly isListed: (row: Row, otherId: string) => boolean;
}

/** Fills pages with likes whose other member has a name and is visible. A page ends with all likes of its last millisecond. */
export const createLikesLister =
  ({ limits }: World, profiles: Pick<ProfilesService, 'reducedBriefs'>) =>
  async <Row, Like extends { readonly tsCreated: number }>(
    beforeMs: number | undefined,
    { read, likeOf, otherOf, isListed }: LikesList<Row, Like>,
  ): Promise<(Like & { profile: ReducedBrief })[]> => {
    const size = limits.likesPage;
    const shown: (Like & { profile: ReducedBrief })[] = [];
    for (let before = beforeMs ?? Number.MAX_SAFE_INTEGER; ;) {
      const rows = await read({ beforeMs: before, size });
      const listed = rows.filter((row) => isListed(row, otherOf(likeOf(row)))).map(likeOf);
      const briefs = await profiles.reducedBriefs(listed.map(otherOf));
      for (const like of listed) {
        const profile = briefs.get(otherOf(like));
        const isOfPage = shown.length < size || shown.at(-1)?.tsCreated === like.tsCreated;
        if (profile?.profileName && isOfPage) shown.push({ ...like, profile });
      }
      const last = rows.at(-1);
      if (shown.length >= size || rows.length < size || !last) return shown;
      before = likeOf(last).tsCreated;
    }
  };
