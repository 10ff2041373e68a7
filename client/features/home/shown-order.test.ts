// The order of faces across several responses of the server.
import { expect, test } from 'vitest';
import { inShownOrder } from './shown-order.ts';

const named = (...ids: string[]) => ids.map((profileId) => ({ profileId }));
const order = (ids: string[], shown: string[]) => inShownOrder(named(...ids), shown).map(({ profileId }) => profileId);

test('the first response keeps its order', () => {
  expect(order(['c', 'a', 'b'], [])).toEqual(['c', 'a', 'b']);
});

test('faces keep their places, new ones come after them, and those who left leave no gap', () => {
  expect(order(['d', 'a', 'b', 'e'], ['b', 'c', 'a'])).toEqual(['b', 'a', 'd', 'e']);
});
