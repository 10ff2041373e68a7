// Says why a connection to PostgreSQL failed and what to check, without the user name and the password.
import { DatabaseFailure, errorCode } from './errors.ts';

export function unreachable(databaseUrl: string, error: unknown): DatabaseFailure {
  const { host, pathname } = new URL(databaseUrl);
  const cause = error instanceof DatabaseFailure ? error.cause : error;
  const code = errorCode(cause) ?? '';
  const message = cause instanceof Error ? cause.message : String(cause);
  const lacksPassword = /client password must be/.test(message);
  const reason = lacksPassword ? 'it asks for a password' : code || message;
  return new DatabaseFailure(
    'database-unavailable',
    `PostgreSQL at ${host}${pathname} cannot be used (${reason}). ${lacksPassword ? passwordRemedy : remedyFor(code)}`,
    error,
  );
}

const passwordRemedy = 'Check the user name and the password in DATABASE_URL.';

function remedyFor(code: string): string {
  if (code.startsWith('28')) return passwordRemedy;
  if (code === '3D000') return 'Create this database, or check its name in DATABASE_URL.';
  if (code === '53300') return 'It has no free connection: raise its max_connections, or end those of other programs.';
  return 'Check the address in DATABASE_URL, and whether PostgreSQL runs and can be reached from this machine.';
}
