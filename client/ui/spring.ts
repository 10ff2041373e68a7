// Animates an element back to its origin with a damped spring.
interface Point {
  readonly x: number;
  readonly y: number;
}

/** In 1/s² and 1/s. The element is back after a third of a second and overshoots a little. */
const stiffness = 420;
const damping = 26;
const stepS = 1 / 240;
const restPx = 0.3;

/** Calls `moveTo` with each position, or only with zero if motion is reduced. Returns a function that stops the spring. */
export function springHome(from: Point, moveTo: (x: number, y: number) => void): () => void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    moveTo(0, 0);
    return () => undefined;
  }
  let [x, y, speedX, speedY] = [from.x, from.y, 0, 0];
  let lastMs: number | null = null;
  let frame = requestAnimationFrame(function step(nowMs: number) {
    // Limits the step after the tab was in the background.
    const passedS = Math.min(0.05, (nowMs - (lastMs ?? nowMs)) / 1000);
    lastMs = nowMs;
    for (let s = 0; s < passedS; s += stepS) {
      speedX += (-stiffness * x - damping * speedX) * stepS;
      speedY += (-stiffness * y - damping * speedY) * stepS;
      x += speedX * stepS;
      y += speedY * stepS;
    }
    const isAtRest = Math.hypot(x, y) < restPx && Math.hypot(speedX, speedY) < restPx * 60;
    moveTo(isAtRest ? 0 : x, isAtRest ? 0 : y);
    if (!isAtRest) frame = requestAnimationFrame(step);
  });
  return () => cancelAnimationFrame(frame);
}
