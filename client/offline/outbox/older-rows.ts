// Rows of the outbox that a build stored before writes carried `goneMeansDone`.
import type { OutboxWrite } from '#client/offline/database-schema.ts';

/** The row's own value, or the one that its queue had in those builds. */
export function goneMeansDoneOf(
  queue: string,
  { method, goneMeansDone }: OutboxWrite,
): NonNullable<OutboxWrite['goneMeansDone']> | null {
  if (goneMeansDone !== undefined) return goneMeansDone;
  if (/^(like|picture):/.test(queue)) return 'always';
  return method === 'DELETE' ? 'repeated' : null;
}
