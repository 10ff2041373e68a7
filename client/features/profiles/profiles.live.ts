// Handlers for the live events that change profiles.
import { profileQuery } from '#client/people/profiles.queries.ts';
import { invalidate } from '#client/offline/invalidate.ts';
import { forgetProfile } from '#client/offline/cached-values.ts';
import { invalidates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const profileEvents = {
  hello: invalidates('profile'),
  profile: invalidates('profile'),
  privatePictures: ({ profileId }, { queries }) => invalidate(queries, profileQuery(profileId).queryKey),
  gone: async ({ profileId }, { queries, own }) => {
    const { queryKey } = profileQuery(profileId);
    await forgetProfile(own, profileId).catch(() => undefined);
    queries.removeQueries({ queryKey, type: 'inactive' });
    invalidate(queries, queryKey);
  },
} satisfies LiveHandlers;
