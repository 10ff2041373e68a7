// Handlers for the live events that change profiles.
import { profileQuery } from '#client/people/profiles.queries.ts';
import { askAgain } from '#client/offline/ask-again.ts';
import { forgetProfile } from '#client/offline/cached-values.ts';
import { outdates, type LiveHandlers } from '#client/offline/live-handlers.ts';

export const profileEvents = {
  hello: outdates('profile'),
  profile: outdates('profile'),
  privatePictures: ({ profileId }, { queries }) => askAgain(queries, profileQuery(profileId).queryKey),
  gone: async ({ profileId }, { queries, own }) => {
    const { queryKey } = profileQuery(profileId);
    await forgetProfile(own, profileId).catch(() => undefined);
    queries.removeQueries({ queryKey, type: 'inactive' });
    askAgain(queries, queryKey);
  },
} satisfies LiveHandlers;
