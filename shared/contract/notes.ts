// Private notes and tags about other profiles, visible to their author only.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { cleanTags } from '#shared/rules/notes.ts';
import { lengthOf } from '#shared/rules/text.ts';
import { endpoint } from './endpoint.ts';
import { id, longText, timeMs } from './fields.ts';
import { problemReply } from './problems.ts';
import { reducedBrief } from './profiles.ts';

const profileNote = z.object({
  authorProfileId: id,
  aboutProfileId: id,
  bodyText: z.string(),
  privateTags: z.array(z.string()),
  /** The time of the last change; 0 for an empty note. */
  tsUpdated: timeMs,
  /** The value of the ETag header, and of If-Match in a change. */
  version: z.string(),
});
export type ProfileNote = z.infer<typeof profileNote>;

/** A note in the list. `profile` is null if the profile was deleted or is hidden from the author. */
const profileNoteListed = z.extend(profileNote, { profile: z.nullable(reducedBrief) });
export type ProfileNoteListed = z.infer<typeof profileNoteListed>;

/** The reply to a write based on an old version. */
export const noteChangedMeanwhile = z.extend(problemReply, { current: profileNote });

const privateTags = z.pipe(
  z.pipe(
    z.array(z.string().check(z.maxLength(limits.maxTagLength * 4))).check(z.maxLength(limits.maxTags * 4)),
    z.transform((tags: string[]) => cleanTags(tags)),
  ),
  z
    .array(
      z
        .string()
        .check(z.refine((tag) => lengthOf(tag) <= limits.maxTagLength, { error: `At most ${limits.maxTagLength} characters` })),
    )
    .check(z.maxLength(limits.maxTags, { error: `At most ${limits.maxTags} tags` })),
);

export const notes = {
  getProfileNote: endpoint({
    method: 'GET',
    path: '/api/profile-note',
    who: 'USER',
    summary: "The caller's note about a profile, empty if there is none. Replies with an ETag.",
    query: z.object({ authorProfileId: id, aboutProfileId: id }),
    actor: 'query.authorProfileId',
    reply: profileNote,
  }),
  putProfileNote: endpoint({
    method: 'PUT',
    path: '/api/profile-note',
    who: 'USER',
    whileSuspended: () => true,
    summary:
      "Replace the caller's note about a profile; an empty one is removed. 412 if If-Match is not the current version, with the current note in `current`.",
    body: z.strictObject({
      authorProfileId: id,
      aboutProfileId: id,
      bodyText: longText(),
      privateTags,
      tsUpdated: z.optional(z.unknown()),
      version: z.optional(z.unknown()),
    }),
    actor: 'body.authorProfileId',
    reply: profileNote,
    waits: { queue: 'note', per: ({ body }) => body.aboutProfileId, replyCache: 'note' },
  }),
  getProfileNotes: endpoint({
    method: 'GET',
    path: '/api/profile-notes',
    who: 'USER',
    summary: "All of the caller's notes, 100 at a time by aboutProfileId; `after` is that of the last known note.",
    query: z.object({ authorProfileId: id, after: z.optional(id) }),
    actor: 'query.authorProfileId',
    reply: z.array(profileNoteListed),
  }),
};
