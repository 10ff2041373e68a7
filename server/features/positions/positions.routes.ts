// The call that reports the own position.
import type { FastifyInstance } from 'fastify';
import { positions } from '#shared/contract/positions.ts';
import { mount } from '#server/http/mount.ts';
import { problem } from '#server/http/problems.ts';
import type { PositionsService } from './positions.service.ts';

interface Index {
  /** Resolves once members are found where the profile last reported to be. */
  settled(profileId: string): Promise<void>;
}

export function positionsRoutes(app: FastifyInstance, service: PositionsService, nearby: Index): void {
  mount(app, positions.putPosition, async ({ params, body }) => {
    if (body.profileId !== params.profileId) throw problem('not-your-profile');
    await service.report(params.profileId, body);
    // Whoever is told that it is done is found there from now on.
    await nearby.settled(params.profileId);
    return undefined;
  });
}
