// Zooming and dragging a picture.
import { expect, test } from 'vitest';
import { clampZoom, maxScale, unzoomed, zoomedAt } from './picture-zoom.ts';

const frame = { width: 400, height: 600 };

test('the point under the fingers does not move', () => {
  const zoom = zoomedAt(unzoomed, 2, { x: 100, y: -50 }, frame);
  expect(zoom).toEqual({ scale: 2, x: -100, y: 50 });
  expect(zoomedAt(zoom, 0.5, { x: 100, y: -50 }, frame)).toEqual(unzoomed);
});

test('a picture is never smaller than its frame, and its scale has a maximum', () => {
  expect(zoomedAt(unzoomed, 0.1, { x: 30, y: 30 }, frame)).toEqual(unzoomed);
  expect(zoomedAt(unzoomed, 100, { x: 0, y: 0 }, frame).scale).toBe(maxScale);
});

test('an enlarged picture can be dragged only up to its edges', () => {
  expect(clampZoom({ scale: 2, x: 999, y: -999 }, frame)).toEqual({ scale: 2, x: 200, y: -300 });
});
