// Spreads overlapping markers, so that each can be tapped.

export type Pixel = [x: number, y: number];

/** All that overlap the tapped one by half or more: their indices, the tapped one first. */
export function pileAt(centres: Pixel[], tapped: number, markerPx: number): number[] {
  const middle = centres[tapped];
  if (!middle) return [];
  const others = centres.flatMap((centre, index) => (index !== tapped && distance(centre, middle) < markerPx / 2 ? [index] : []));
  return [tapped, ...others];
}

/**
 * Positions for `count` markers around `middle`, moved as far as needed to keep all of them in view: one ring, then a wider
 * one, and so on, no two markers touching.
 */
export function fanPlaces(middle: Pixel, count: number, markerPx: number, [width, height]: Pixel): Pixel[] {
  const pitch = markerPx * 1.15;
  const offsets: Pixel[] = [];
  let radius = 0;
  while (offsets.length < count) {
    radius += pitch;
    const fitting = Math.floor((2 * Math.PI * radius) / pitch);
    const onRing = Math.min(fitting, count - offsets.length);
    for (let step = 0; step < onRing; step += 1) {
      const angle = (2 * Math.PI * step) / onRing - Math.PI / 2;
      offsets.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
    }
  }
  const reach = radius + markerPx * 0.6;
  const x = within(middle[0], reach, width - reach);
  const y = within(middle[1], reach, height - reach);
  return offsets.map(([dx, dy]) => [x + dx, y + dy]);
}

function within(value: number, least: number, most: number): number {
  return least > most ? value : Math.min(most, Math.max(least, value));
}

/** Index of the nearest centre within reach, -1 without one. */
export function nearestWithin(centres: Pixel[], from: Pixel, reachPx: number): number {
  let nearest = -1;
  let nearestPx = reachPx;
  centres.forEach((centre, index) => {
    const px = distance(centre, from);
    if (!(px <= nearestPx)) return;
    nearest = index;
    nearestPx = px;
  });
  return nearest;
}

function distance(one: Pixel, other: Pixel): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}
