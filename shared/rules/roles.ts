// Roles, and the check whether a set of allowed roles admits a caller.
const roles = ['UNAUTHENTICATED', 'USER', 'ADMIN'] as const;
export type Role = (typeof roles)[number];
/** The roles an account can hold; UNAUTHENTICATED is the absence of an account. */
export type AccountRole = Exclude<Role, 'UNAUTHENTICATED'>;

/**
 * Whether somebody with `held` roles may use what is declared for `allowed`.
 * `held` null is a visitor (no settings loaded). Nothing declared admits nobody.
 */
export function admits(allowed: readonly Role[], held: readonly Role[] | null): boolean {
  if (held === null) return allowed.includes('UNAUTHENTICATED');
  return held.some((role) => role !== 'UNAUTHENTICATED' && allowed.includes(role));
}
