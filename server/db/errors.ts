// Errors of the database. The HTTP layer converts their codes to replies.

/**
 * `database-unavailable`: the database does not work now, but the same request may succeed later.
 * `disk-full`: writes fail until there is free space, reads work.
 * `newer-database`: the data was last opened by a newer version of this program.
 * `in-use`: another process uses the data.
 * `wrong-data`: the data directory cannot be used, or has files that are damaged or another program's.
 */
export type DatabaseFailureCode = 'database-unavailable' | 'disk-full' | 'newer-database' | 'in-use' | 'wrong-data';

/** A failure of the database itself. A violated constraint or a wrong query is not one. */
export class DatabaseFailure extends Error {
  readonly code: DatabaseFailureCode;

  constructor(code: DatabaseFailureCode, message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'DatabaseFailure';
    this.code = code;
  }
}

/** The `code` of an engine's error, or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
