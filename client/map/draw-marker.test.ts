// A marker without a picture has the colour and the letter that the person has on the page. A pile has a whole ring and a dot.
import { expect, test } from 'vitest';
import { mapColours } from '#shared/rules/map-colours.ts';
import { hueNearBrand } from '#shared/rules/no-picture.ts';
import { hueOf } from '#shared/rules/tint.ts';
import { drawMarker, drawPile, type MarkerLook } from './draw-marker.ts';

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** True for a face of a pile, false for a disc of one colour. */
  readonly isFace: boolean;
  readonly colour: string;
}

/** Records the colours, letters and circles that are drawn. */
function recorder() {
  const fills: string[] = [];
  const letters: string[] = [];
  const circles: Circle[] = [];
  let centre = { x: 0, y: 0 };
  let path: Pick<Circle, 'x' | 'y' | 'radius'> | undefined;
  const values: Record<string, unknown> = {
    fillRect: () => fills.push(String(values['fillStyle'])),
    fillText: (text: string) => letters.push(text),
    translate: (x: number, y: number) => (centre = { x, y }),
    restore: () => (centre = { x: 0, y: 0 }),
    arc: (x: number, y: number, radius: number) => (path = { x: centre.x + x, y: centre.y + y, radius }),
    // A face is clipped to its circle, and painted around its own middle.
    clip: () => centre.x !== 0 && path && circles.push({ ...path, isFace: true, colour: '' }),
    fill: () => path && circles.push({ ...path, isFace: false, colour: String(values['fillStyle']) }),
  };
  const context = new Proxy(values, {
    get: (_, key) => values[String(key)] ?? (() => undefined),
    set: (_, key, value) => ((values[String(key)] = value), true),
  }) as unknown as CanvasRenderingContext2D;
  return { fills, letters, circles, context };
}

const lookOf = (name: string, profileId: string): MarkerLook => ({
  faces: [{ pictureId: null, name, profileId }],
  more: '',
  px: 48,
  isOnline: false,
  isOwn: false,
});

test('the colour follows the id, as on tiles and in lists', () => {
  const id = '0b6f4a52-8d21-4f0e-9c6a-7e0f1f3c2d11';
  const { fills, letters, context } = recorder();
  const colours = mapColours('light', '#a93f16');
  drawMarker(context, lookOf('Éric', id), colours, () => undefined);
  expect(fills).toEqual([colours.paper, `oklch(0.62 0.11 ${hueNearBrand(id, hueOf(colours.accent))})`]);
  expect(letters).toEqual(['É']);
});

test('a marker whose name is empty has a question mark', () => {
  const { letters, context } = recorder();
  drawMarker(context, lookOf('', ''), mapColours('dark', '#ffa27a'), () => undefined);
  expect(letters).toEqual(['?']);
});

const pileOf = (more: string, isOnline = false): MarkerLook => ({
  ...lookOf('', ''),
  faces: ['Ben', 'Cem'].map((name) => ({ pictureId: null, name, profileId: '' })),
  more,
  isOnline,
});

test.each(['', '+4'])('the two faces of a pile with "%s" more fill most of its circle, and leave its ring whole', (more) => {
  const { circles, context } = recorder();
  const look = pileOf(more);
  drawPile(context, look, mapColours('dark', '#ffa27a'), () => undefined);
  const radius = look.px / 2;
  const [front, back, ...others] = circles.filter(({ isFace }) => isFace);
  if (!front || !back) throw new Error('too few faces');
  expect(others).toEqual([]);
  for (const face of [front, back]) {
    expect(Math.hypot(face.x, face.y) + face.radius).toBeLessThan(radius - 1.5);
    expect(face.radius).toBeGreaterThanOrEqual(radius * 0.5);
  }
});

test.each(['', '+4', '+128'])('the dot for online now stands on the edge of a pile with "%s" more, beside the number', (more) => {
  const dotOf = (isOnline: boolean) => {
    const { circles, context } = recorder();
    const colours = mapColours('dark', '#ffa27a');
    drawPile(context, pileOf(more, isOnline), colours, () => undefined);
    return circles.find(({ colour }) => colour === colours.online);
  };
  expect(dotOf(false)).toBeUndefined();
  const dot = dotOf(true);
  const radius = pileOf(more).px / 2;
  expect(Math.hypot(dot?.x ?? 0, dot?.y ?? 0)).toBeCloseTo(radius, 0);
  // About the right end of a number, which is 0.46 of the radius high and stands 0.58 of it below the middle.
  const numberEnd = { x: more.length * 0.3 * 0.46 * radius, y: 0.58 * radius };
  if (more !== '') expect(Math.hypot((dot?.x ?? 0) - numberEnd.x, (dot?.y ?? 0) - numberEnd.y)).toBeGreaterThan(dot?.radius ?? 0);
});

test('in the dark theme, the rings around faces contrast with the land', () => {
  const { ring, land } = mapColours('dark', '#ffa27a');
  const lightness = (hex: string): number => Number.parseInt(hex.slice(3, 5), 16);
  expect(lightness(ring) - lightness(land)).toBeGreaterThan(50);
});
