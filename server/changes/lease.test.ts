// A lease ends by itself, its loss is reported once, and the next lease has a new number.
import { expect, test } from 'vitest';
import { createLease } from './lease.ts';

function openLease() {
  const clock = { nowMs: 0 };
  const lease = createLease(() => clock.nowMs);
  let losses = 0;
  lease.onLost(() => (losses += 1));
  return { clock, lease, losses: () => losses };
}

test('a lease that is renewed in time keeps its number', () => {
  const { clock, lease, losses } = openLease();
  expect(lease.term()).toBeNull();
  lease.renew(1_000);
  const number = lease.term();
  clock.nowMs = 999;
  lease.renew(1_999);
  clock.nowMs = 1_998;
  expect(lease.term()).toBe(number);
  expect(losses()).toBe(0);
});

test('the loss of a lease is reported once, and the next one has another number, even if nobody asked in between', () => {
  const { clock, lease, losses } = openLease();
  lease.renew(1_000);
  const number = lease.term();
  clock.nowMs = 1_000;
  lease.renew(2_000);
  expect(losses()).toBe(1);
  expect(lease.term()).toBe(Number(number) + 1);
  clock.nowMs = 5_000;
  expect([lease.term(), lease.term(), losses()]).toEqual([null, null, 2]);
});

test('a renewal whose answer comes only after its end gives no lease', () => {
  const { clock, lease } = openLease();
  clock.nowMs = 3_000;
  lease.renew(2_000);
  expect(lease.term()).toBeNull();
});

test('a lease can be given up', () => {
  const { lease, losses } = openLease();
  lease.renew(1_000);
  lease.end();
  expect([lease.term(), losses()]).toEqual([null, 1]);
});
