// Tests whose block waits, by the writes in the outbox.
import { expect, test } from 'vitest';
import { blockedIn } from './waiting-blocks.ts';

const change = (id: string, blocked: boolean) => ({ queue: `like:${id}`, body: { likedProfileId: id, blocked } });

test('a member is blocked by the newest change', () => {
  const changes = [change('ben', true), change('cem', true), change('dan', false), change('cem', false), change('dan', true)];
  expect([...blockedIn(changes)]).toEqual(['ben', 'dan']);
});
