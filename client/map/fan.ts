// Finds the marker that was tapped, and spreads markers at one place so that each can be tapped.

export type Pixel = [x: number, y: number];

/**
 * Positions for `count` markers in rings around `middle`, without overlaps. The rings are moved into the view if they are not inside
 * already.
 */
export function fanPlaces(middle: Pixel, count: number, markerPx: number, [width, height]: Pixel): Pixel[] {
  const spacing = markerPx * 1.15;
  const offsets: Pixel[] = [];
  let radius = 0;
  while (offsets.length < count) {
    radius += spacing;
    const maxOnRing = Math.floor((2 * Math.PI * radius) / spacing);
    const onRing = Math.min(maxOnRing, count - offsets.length);
    for (let step = 0; step < onRing; step += 1) {
      const angle = (2 * Math.PI * step) / onRing - Math.PI / 2;
      offsets.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
    }
  }
  const reach = radius + markerPx * 0.6;
  const x = clamp(middle[0], reach, width - reach);
  const y = clamp(middle[1], reach, height - reach);
  return offsets.map(([dx, dy]) => [x + dx, y + dy]);
}

/** If the view is too small for the rings, the value stays as it is. */
function clamp(value: number, min: number, max: number): number {
  return min > max ? value : Math.min(max, Math.max(min, value));
}

/** The index of the nearest centre within `reachPx`, or -1. */
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
