// Position reports. The server publishes a fixed point per cell, or a point placed by hand if its member chose that.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, lat, lon } from './fields.ts';

const profilePosition = z.strictObject({
  profileId: id,
  session: z.optional(z.nullable(z.number())),
  overrideLat: z.optional(z.nullable(lat)),
  overrideLon: z.optional(z.nullable(lon)),
  gpsLat: z.optional(z.nullable(lat)),
  gpsLon: z.optional(z.nullable(lon)),
  gpsTimestamp: z.optional(z.nullable(z.number())),
  /** The rest place around this fix that the device remembers. It is the same each time the member comes back. */
  restPlace: z.optional(z.nullable(z.object({ lat, lon }))),
  use: z.enum(['OVERRIDE', 'DEVICE_GPS']),
  hide: z.boolean(),
  /** Clamped by the server to 26 hours from now. */
  tsEffectiveUntil: z.number(),
});
export type ProfilePosition = z.infer<typeof profilePosition>;

export const positions = {
  putPosition: endpoint({
    method: 'PUT',
    path: '/api/profile-position/{profileId}',
    who: 'USER',
    whileSuspended: () => true,
    summary: "Report the caller's position, or hide it.",
    params: z.object({ profileId: id }),
    actor: 'params.profileId',
    body: profilePosition,
  }),
};
