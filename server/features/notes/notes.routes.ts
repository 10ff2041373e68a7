// Routes of private notes, with entity tags.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { noteChangedMeanwhile, notes } from '#shared/contract/notes.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import { problemBody } from '#server/http/problems.ts';
import type { NotesService } from './notes.service.ts';

export function notesRoutes(app: FastifyInstance, service: NotesService): void {
  mount(app, notes.getProfileNote, async ({ query, reply }) => {
    const note = await service.find({ authorId: query.authorProfileId, aboutId: query.aboutProfileId });
    void reply.header('etag', `"${note.version}"`);
    return note;
  });

  mount(app, notes.putProfileNote, async ({ body, request, reply }) => {
    const key = { authorId: body.authorProfileId, aboutId: body.aboutProfileId };
    const { note, isStored } = await service.put(key, body, versionIn(request.headers['if-match']));
    void reply.header('etag', `"${note.version}"`);
    if (isStored) return note;
    const answer = z.parse(noteChangedMeanwhile, { ...problemBody('changed-meanwhile'), current: note });
    return new RawReply(JSON.stringify(answer), { 'content-type': 'application/json; charset=utf-8' }, 412);
  });

  mount(app, notes.getProfileNotes, ({ query }) => service.listed(query.authorProfileId, query.after));
}

/** The version in an If-Match header. Null without a header and for *. Empty for an invalid tag, so that it never matches. */
function versionIn(ifMatch: string | undefined): string | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  return /^(?:W\/)?"([\w-]{1,64})"$/.exec(ifMatch.trim())?.[1] ?? '';
}
