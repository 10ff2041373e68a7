// The queues of members, with tasks that end when the test says so.
import { expect, test } from 'vitest';
import { createMemberQueues } from './member-queues.ts';

function tasks() {
  const runInOrder = createMemberQueues(2);
  const begun: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const add = (memberId: string, name: string) =>
    runInOrder(memberId, () => {
      begun.push(name);
      ends.set(name, Promise.withResolvers<string>());
      return ends.get(name)?.promise ?? Promise.resolve(name);
    });
  return {
    add,
    begun,
    end: (name: string) => ends.get(name)?.resolve(name),
    fail: (name: string) => ends.get(name)?.reject(name),
  };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a member’s tasks run one at a time, even after a failure, and at the same time as tasks of others', async () => {
  const { add, begun, end, fail } = tasks();
  const [first, second, other] = [add('anton', 'first'), add('anton', 'second'), add('boris', 'other')];
  await settled();
  expect(begun).toEqual(['first', 'other']);
  fail('first');
  await expect(first).rejects.toBe('first');
  await settled();
  expect(begun).toEqual(['first', 'other', 'second']);
  end('second');
  end('other');
  expect(await Promise.all([second, other])).toEqual(['second', 'other']);
});

test('a task is refused while two tasks of the member wait', async () => {
  const { add, end } = tasks();
  const accepted = ['first', 'second', 'third'].map((name) => add('anton', name));
  await expect(add('anton', 'fourth')).rejects.toMatchObject({ code: 'too-many-requests' });
  await settled();
  end('first');
  await accepted[0];
  const later = add('anton', 'fifth');
  for (const name of ['second', 'third', 'fifth']) {
    await settled();
    end(name);
  }
  expect(await Promise.all([...accepted, later])).toEqual(['first', 'second', 'third', 'fifth']);
});
