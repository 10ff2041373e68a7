// Brings what an address of PostgreSQL sets together with what the server sets for a connection.
import type { ClientConfig } from 'pg';

/**
 * The driver lets the address replace whatever else it is given, so what `own` sets is taken out of it. The options of both are kept;
 * if both set an option, ours counts.
 */
export function connectionTo<C extends ClientConfig>(databaseUrl: string, own: C): C {
  const address = new URL(databaseUrl);
  const options = [address.searchParams.get('options'), own.options].filter(Boolean).join(' ');
  for (const name of ['options', ...Object.keys(own)]) address.searchParams.delete(name);
  return { ...own, connectionString: address.href, ...(options === '' ? {} : { options }) };
}
