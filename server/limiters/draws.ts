// Takes from a large shared allowance in draws, so that a process need not ask the store about each call.
import { BoundedMap } from '#shared/rules/bounded-map.ts';
import { allowed, type Admission, type Allowed, type Awaitable } from './counts.ts';

export interface Drawn {
  /** One for each call that waited, in their order. */
  readonly admissions: readonly Admission[];
  /** How many more calls are counted in the store already. */
  readonly ahead: number;
}

interface Options {
  readonly clock: { monotonic(): number };
  /** How many processes share the allowances. */
  readonly processes: () => number;
  /** Counts these calls in the store, and up to `ahead` more. */
  readonly draw: (key: string, allowance: Allowed, calls: number, ahead: number) => Promise<Drawn>;
}

interface Account {
  /** How many calls are drawn ahead. Those left at `untilMs` are not used, and stay counted, which is stricter. */
  left: number;
  untilMs: number;
  /** How many were last drawn ahead. */
  ahead: number;
  readonly waiting: PromiseWithResolvers<Admission>[];
  isDrawing: boolean;
}

/**
 * All processes together draw at most this fraction ahead, and use it only within the time in which it is refilled. So calls that are
 * drawn in vain use up no more than this fraction.
 */
const maxAheadShare = 1 / 100;
/** If refilling takes longer, nothing is drawn ahead, because unused calls would be lost to a member for too long. */
const maxAheadMs = 5_000;
const maxAccounts = 100_000;

/**
 * For a frequent caller more and more calls are drawn ahead, up to the maximum. When the time of a draw is over, the next one is for as
 * many as were used of it, and for the call at hand alone if none was.
 */
export class Draws {
  readonly #options: Options;
  readonly #accounts = new BoundedMap<string, Account>(maxAccounts);

  constructor(options: Options) {
    this.#options = options;
  }

  /** Null if nothing can be drawn ahead of this allowance. */
  take(key: string, allowance: Allowed): Awaitable<Admission> | null {
    const maxAhead =
      allowance.perMs * maxAheadShare > maxAheadMs ? 0 : Math.floor((allowance.max * maxAheadShare) / this.#options.processes());
    if (maxAhead === 0) return null;
    const account = this.#accountOf(key, allowance);
    if (account.left > 0 && this.#isInTime(account)) {
      account.left -= 1;
      return allowed;
    }
    const call = Promise.withResolvers<Admission>();
    account.waiting.push(call);
    if (!account.isDrawing) void this.#drawFor(account, key, allowance, maxAhead);
    return call.promise;
  }

  #accountOf(key: string, { max, perMs }: Allowed): Account {
    const name = `${key} ${max} ${perMs}`;
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const account = { left: 0, untilMs: -Infinity, ahead: 0, waiting: [], isDrawing: false };
    this.#accounts.set(name, account);
    return account;
  }

  #isInTime = ({ untilMs }: Account): boolean => this.#options.clock.monotonic() < untilMs;

  /** Draws until no call waits. Calls that come during a draw share the next one. */
  async #drawFor(account: Account, key: string, allowance: Allowed, maxAhead: number): Promise<void> {
    account.isDrawing = true;
    while (account.waiting.length > 0) {
      const calls = account.waiting.splice(0);
      // If the time is not over, all calls that were drawn ahead have been used.
      const wanted = Math.min(maxAhead, this.#isInTime(account) ? account.ahead * 2 + 1 : account.ahead - account.left);
      try {
        const { admissions, ahead } = await this.#options.draw(key, allowance, calls.length, wanted);
        account.left = ahead;
        account.ahead = ahead;
        account.untilMs = this.#options.clock.monotonic() + allowance.perMs * maxAheadShare;
        calls.forEach(({ resolve }, place) => resolve(admissions[place] as Admission));
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
      this.#serve(account);
    }
    account.isDrawing = false;
  }

  /** Calls that came during a draw take what it has drawn ahead. */
  #serve(account: Account): void {
    for (const { resolve } of account.waiting.splice(0, account.left)) {
      account.left -= 1;
      resolve(allowed);
    }
  }
}
