// How many writes wait on this device to be sent: the outbox says it, the logout screen asks.
let count: () => Promise<number> = () => Promise.resolve(0);

/** Called once by the outbox when it is loaded. */
export function countOutboxWith(counter: () => Promise<number>): void {
  count = counter;
}

export const outboxCount = (): Promise<number> => count();
