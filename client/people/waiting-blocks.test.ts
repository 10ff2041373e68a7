// Tests which members' blocks wait in the outbox.
import { expect, test } from 'vitest';
import { blockedIn } from './waiting-blocks.ts';

const change = (id: string, blocked: boolean) => ({ queue: `like:${id}`, body: { likedProfileId: id, blocked } });

test('the newest change decides whether a member is blocked', () => {
  const changes = [change('ben', true), change('cem', true), change('dan', false), change('cem', false), change('dan', true)];
  expect([...blockedIn(changes)]).toEqual(['ben', 'dan']);
});
