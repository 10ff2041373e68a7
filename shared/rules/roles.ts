// Roles, and the check of a caller's roles against the allowed ones.
export type Role = 'UNAUTHENTICATED' | 'USER' | 'ADMIN';
/** The roles an account can hold; UNAUTHENTICATED is the absence of an account. */
export type AccountRole = Exclude<Role, 'UNAUTHENTICATED'>;

/**
 * True if a caller with the roles `held` has one of the `allowed` roles; `held` is null for a visitor.
 * An empty `allowed` admits nobody.
 */
export function admits(allowed: readonly Role[], held: readonly Role[] | null): boolean {
  if (held === null) return allowed.includes('UNAUTHENTICATED');
  return held.some((role) => role !== 'UNAUTHENTICATED' && allowed.includes(role));
}
