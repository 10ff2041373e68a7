// The call of the home screen: counts of what waits for the member's answer.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const waiting = z.object({
  /** Cases in which the member is a juror and has not voted. */
  cases: z.number(),
  /** Crop proposals for the member's pictures on which they have not decided. */
  crops: z.number(),
  /** Greetings from the Welcome Committee of the last 14 days that the member has not answered. */
  hellos: z.number(),
});
export type Waiting = z.infer<typeof waiting>;

export const home = {
  getWaiting: endpoint({
    method: 'GET',
    path: '/api/waiting',
    who: 'USER',
    summary:
      "What waits for the caller: cases to vote on, crops to decide, hellos to answer. Counts only; members who are hidden from the caller don't count.",
    reply: waiting,
  }),
};
