// Turns the address of PostgreSQL for the server's driver into one for the programs that come with PostgreSQL.
import { Client } from 'pg';

/** The programs refuse an address with any other parameter. The driver leaves out those that it does not know. */
const parameters = new Set(
  `host hostaddr port user passfile require_auth channel_binding connect_timeout client_encoding options application_name
  fallback_application_name keepalives keepalives_idle keepalives_interval keepalives_count tcp_user_timeout gssencmode sslmode
  sslnegotiation sslcert sslkey sslpassword sslcertmode sslrootcert sslcrl sslcrldir sslsni requirepeer ssl_min_protocol_version
  ssl_max_protocol_version krbsrvname gsslib gssdelegation service target_session_attrs load_balance_hosts`.split(/\s+/),
);

/** The name that the programs have for a TLS connection whose certificate is not verified. */
const unverified = 'require';

/**
 * The address has no password, since everybody on the machine can read the arguments of a process. The server's driver reads it, because
 * it also accepts a percent sign that is not escaped.
 */
export function libpqAddress(databaseUrl: string): { readonly address: string; readonly password: string | undefined } {
  const url = new URL(databaseUrl);
  const { user, password } = new Client(databaseUrl);
  if (url.username !== '') url.username = encodeURIComponent(user ?? '');
  url.password = '';
  const isTls = ['true', '1'].includes(url.searchParams.get('ssl') ?? '');
  const sslmode = url.searchParams.get('sslmode') ?? (isTls ? unverified : null);
  if (sslmode !== null) url.searchParams.set('sslmode', sslmode === 'no-verify' ? unverified : sslmode);
  const known = [...url.searchParams].filter(([name]) => parameters.has(name));
  // The programs do not read a plus sign as a space.
  url.search = new URLSearchParams(known).toString().replaceAll('+', '%20');
  return { address: url.href, password: typeof password === 'string' ? password : undefined };
}
