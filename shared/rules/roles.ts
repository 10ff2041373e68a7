// Roles, and the check of a caller's roles against the allowed ones.
export type Role = 'UNAUTHENTICATED' | 'USER' | 'ADMIN';
/** The roles an account can hold; UNAUTHENTICATED is the absence of an account. */
export type AccountRole = Exclude<Role, 'UNAUTHENTICATED'>;

/**
 * True if the caller has one of the `allowed` roles. `callerRoles` is null for a visitor.
 * An empty `allowed` admits nobody.
 */
export function admits(allowed: readonly Role[], callerRoles: readonly Role[] | null): boolean {
  if (callerRoles === null) return allowed.includes('UNAUTHENTICATED');
  return callerRoles.some((role) => role !== 'UNAUTHENTICATED' && allowed.includes(role));
}
