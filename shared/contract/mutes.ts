// Calls for muted conversations. Their messages are neither pushed nor counted, and the other member does not learn of it.
import * as z from 'zod/mini';
import { muteLastsMs } from '#shared/rules/mutes.ts';
import { putMuteCall } from '#shared/rules/worker-calls.ts';
import { endpoint } from './endpoint.ts';
import { id, timeMs } from './fields.ts';

const mute = z.object({
  /** The muted member. */
  profileId: id,
  /** End of the mute; null: until unmuted. */
  tsUntil: z.nullable(timeMs),
});
export type Mute = z.infer<typeof mute>;

export const mutes = {
  getMutes: endpoint({
    method: 'GET',
    path: '/api/mutes',
    who: 'USER',
    summary: 'The conversations that the caller has muted.',
    reply: z.array(mute),
  }),
  putMute: endpoint({
    ...putMuteCall,
    who: 'USER',
    whileSuspended: () => true,
    summary: 'Mute the conversation with a member for 1, 8 or 24 hours or until unmuted (null), or unmute it (0).',
    body: z.strictObject({ profileId: id, lastsMs: z.nullable(z.literal([0, ...muteLastsMs])) }),
    reply: z.array(mute),
  }),
};
