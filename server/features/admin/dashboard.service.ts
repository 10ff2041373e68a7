// Counts members by role, and new members by day.
import type { NewMembers, RoleCount } from '#shared/contract/admin.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { World } from '#server/world.ts';
import { createDashboardStore } from './dashboard.store.ts';

export interface DashboardService {
  /** Contains every role, even if no account has it. */
  userRoleCounts(includesTest: boolean): Promise<RoleCount[]>;
  newMembers(): Promise<NewMembers[]>;
}

const roles = ['USER', 'ADMIN'] as const;
const daysShown = 30;

export function createDashboardService({ db, clock }: World): DashboardService {
  const store = createDashboardStore(db.read);
  /** Counted once a day, because the counts of past days change only when accounts are deleted. */
  let past: { readonly today: number; readonly days: readonly NewMembers[] } | null = null;

  async function countOf(startMs: number): Promise<NewMembers> {
    return {
      day: new Date(startMs).toISOString().slice(0, 10),
      count: await store.accountsCreatedBetween(startMs, startMs + dayMs),
    };
  }

  return {
    async userRoleCounts(includesTest) {
      const found = await store.accountsByRoles(includesTest);
      return roles.map((role) => ({
        role,
        count: found.reduce((sum, held) => sum + (held.roles.includes(role) ? held.count : 0), 0),
      }));
    },

    async newMembers() {
      const today = Math.floor(clock.now() / dayMs) * dayMs;
      if (past?.today !== today) {
        const days: NewMembers[] = [];
        for (let ago = daysShown - 1; ago > 0; ago -= 1) days.push(await countOf(today - ago * dayMs));
        past = { today, days };
      }
      return [...past.days, await countOf(today)];
    },
  };
}
