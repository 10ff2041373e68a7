// The troubles of the database room, in words the HTTP layer can turn into an answer.

/**
 * `database-unavailable`: the engine cannot serve now; the same request may succeed later.
 * `disk-full`: writes fail until there is room again, reads go on.
 * `newer-database`: the data was last opened by a newer version of this program.
 */
export type DatabaseTroubleCode = 'database-unavailable' | 'disk-full' | 'newer-database';

/** Trouble with the database itself, as opposed to a refused row (constraint) or a mistaken query. */
export class DatabaseTrouble extends Error {
  readonly code: DatabaseTroubleCode;

  constructor(code: DatabaseTroubleCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseTrouble';
    this.code = code;
  }
}

const uniqueViolations = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);

/** True when a row was refused because its key is taken, on either engine. Ask it outside `write`: the transaction is over. */
export function isUniqueViolation(error: unknown): boolean {
  return uniqueViolations.has(errorCode(error) ?? '');
}

/** The `code` an engine's error carries, or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
