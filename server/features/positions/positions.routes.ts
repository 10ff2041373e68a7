// The route that reports a member's own position.
import type { FastifyInstance } from 'fastify';
import { positions } from '#shared/contract/positions.ts';
import { mount } from '#server/http/mount.ts';
import { problem } from '#server/http/problems.ts';
import type { PositionsService } from './positions.service.ts';

interface Index {
  /** Resolves once searches find members where the profile last reported to be. */
  settled(profileId: string): Promise<void>;
}

export function positionsRoutes(app: FastifyInstance, service: PositionsService, nearby: Index): void {
  mount(app, positions.putPosition, async ({ params, body }) => {
    if (body.profileId !== params.profileId) throw problem('not-your-profile');
    await service.report(params.profileId, body);
    // After the answer, searches find the member there.
    await nearby.settled(params.profileId);
    return undefined;
  });
}
