// Reads outbox rows of builds that did not store `goneMeansDone` with each write.
import type { OutboxWrite } from '#client/offline/database-schema.ts';

/** The value in the row, or the one that its queue had in those builds. */
export function goneMeansDoneOf(
  queue: string,
  { method, goneMeansDone }: OutboxWrite,
): NonNullable<OutboxWrite['goneMeansDone']> | null {
  if (goneMeansDone !== undefined) return goneMeansDone;
  if (/^(like|picture):/.test(queue)) return 'always';
  return method === 'DELETE' ? 'repeated' : null;
}
