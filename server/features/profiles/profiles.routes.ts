// Routes of profiles, with entity tags.
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { changedMeanwhile, profiles } from '#shared/contract/profiles.ts';
import type { DistinctLimiter } from '#server/http/distinct-limits.ts';
import { mount, RawReply } from '#server/http/mount.ts';
import { problemBody } from '#server/http/problems.ts';
import type { ProfilesService, ShownProfile } from './profiles.service.ts';

export function profilesRoutes(app: FastifyInstance, service: ProfilesService, distinct: DistinctLimiter): void {
  mount(app, profiles.getProfile, async ({ caller, params, query, request, reply }) => {
    const found = await service.find(caller, params.id, query.admin);
    const tag = tagOf(found);
    void reply.header('etag', tag);
    if (request.headers['if-none-match'] === tag) return new RawReply('', {}, 304);
    if (params.id !== caller.profileId)
      await distinct.takeOrThrow(`profilesOpened:${caller.accountId}`, [params.id], app.rateFor('profilesOpened'));
    return found.profile;
  });

  mount(app, profiles.putProfile, async ({ caller, body, request, reply }) => {
    const { isStored, ...stored } = await service.put(caller, body, versionOf(request.headers['if-match']));
    void reply.header('etag', tagOf(stored));
    if (isStored) return stored.profile;
    const answer = z.parse(changedMeanwhile, { ...problemBody('changed-meanwhile'), current: stored.profile });
    return new RawReply(JSON.stringify(answer), { 'content-type': 'application/json; charset=utf-8' }, 412);
  });
}

/** A hash of the viewer's reply. For the owner it also contains the version, on which their writes depend. */
function tagOf({ profile, version }: ShownProfile): string {
  const hash = createHash('sha256').update(JSON.stringify(profile)).digest('base64url').slice(0, 16);
  return version === null ? `"${hash}"` : `"${version}.${hash}"`;
}

/** The version in an If-Match header. Null without a header and for *. -1 for an invalid tag, so that it never matches. */
function versionOf(ifMatch: string | undefined): number | null {
  if (ifMatch === undefined || ifMatch.trim() === '*') return null;
  return Number(/^(?:W\/)?"(\d{1,15})[."]/.exec(ifMatch.trim())?.[1] ?? -1);
}
