// The call of the home screen: how many things wait for the member's answer.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const waiting = z.object({
  /** Cases in which the member has not voted yet. */
  cases: z.number(),
  /** Crop proposals for the member's pictures, undecided. */
  crops: z.number(),
  /** Greetings of the Welcome Committee that the member has not answered, of the last 14 days. */
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
