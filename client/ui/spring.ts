// A damped spring that moves an element back to its origin, frame by frame.
interface Point {
  readonly x: number;
  readonly y: number;
}

/** Per second squared, and per second: it is back in a third of a second and overshoots a little. */
const stiffness = 420;
const damping = 26;
const stepS = 1 / 240;
const restPx = 0.3;

/** Calls `place` with each position on the way to zero, at once with reduced motion. Returns a function that stops it. */
export function springHome(from: Point, place: (x: number, y: number) => void): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    place(0, 0);
    return () => undefined;
  }
  let [x, y, speedX, speedY] = [from.x, from.y, 0, 0];
  let lastMs: number | null = null;
  let frame = requestAnimationFrame(function go(nowMs: number) {
    // A tab that was in the background does not catch up.
    const passedS = Math.min(0.05, (nowMs - (lastMs ?? nowMs)) / 1000);
    lastMs = nowMs;
    for (let s = 0; s < passedS; s += stepS) {
      speedX += (-stiffness * x - damping * speedX) * stepS;
      speedY += (-stiffness * y - damping * speedY) * stepS;
      x += speedX * stepS;
      y += speedY * stepS;
    }
    const isHome = Math.hypot(x, y) < restPx && Math.hypot(speedX, speedY) < restPx * 60;
    place(isHome ? 0 : x, isHome ? 0 : y);
    if (!isHome) frame = requestAnimationFrame(go);
  });
  return () => cancelAnimationFrame(frame);
}
