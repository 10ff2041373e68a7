// Looking closer at a picture.
import { expect, test } from 'vitest';
import { keptLook, mostScale, wholeLook, zoomedAt } from './closer-look.ts';

const room = { width: 400, height: 600 };

test('what lies under the fingers stays there', () => {
  const look = zoomedAt(wholeLook, 2, { x: 100, y: -50 }, room);
  expect(look).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomedAt(look, 0.5, { x: 100, y: -50 }, room)).toEqual(wholeLook);
});

test('a picture never shrinks below its stage nor grows without end', () => {
  expect(zoomedAt(wholeLook, 0.1, { x: 30, y: 30 }, room)).toEqual(wholeLook);
  expect(zoomedAt(wholeLook, 100, { x: 0, y: 0 }, room).scale).toBe(mostScale);
});

test('a grown picture is dragged to its edges and no farther', () => {
  expect(keptLook({ scale: 2, x: 999, y: -999 }, room)).toEqual({ scale: 2, x: 200, y: -300 });
});
