// The route that reports a member's position.
import type { FastifyInstance } from 'fastify';
import { positions } from '#shared/contract/positions.ts';
import { mount } from '#server/http/mount.ts';
import { problem } from '#server/http/problems.ts';
import type { PositionsService } from './positions.service.ts';

interface NearbyIndex {
  /** Resolves once searches use the position that the profile reported last. */
  settled(profileId: string): Promise<void>;
}

export function positionsRoutes(app: FastifyInstance, service: PositionsService, nearby: NearbyIndex): void {
  mount(app, positions.putPosition, async ({ params, body }) => {
    if (body.profileId !== params.profileId) throw problem('not-your-profile');
    await service.report(params.profileId, body);
    await nearby.settled(params.profileId);
    return undefined;
  });
}
