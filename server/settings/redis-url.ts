// Reads from the settings the address of the Redis for the counts of limits and for what several processes share.
import { isInOwnNetwork } from './own-network.ts';

const name = 'REDIS_URL';
const example = 'redis://USER:PASSWORD@HOST:6379/0';

/** Returns null if each process counts alone. Throws an error with a sentence for each mistake, without the password. */
export function readRedisUrl(values: Readonly<Record<string, string>>): string | null {
  const url = values[name];
  if (url === undefined) return null;
  const wrong = (reason: string): Error => new Error(`The setting ${name} is wrong: ${reason}`);
  if (!/^rediss?:\/\/./.test(url) || !URL.canParse(url)) throw wrong(`it must have the form ${example}, or begin with rediss:`);
  const { protocol, username, password, hostname, pathname, search, hash } = new URL(url);
  const reasons: readonly (readonly [boolean, string])[] = [
    [hostname === '', 'it has no host'],
    [!/^\/?\d{0,4}$/.test(pathname), 'after the host may only be the number of a database, such as /0'],
    [!isDecodable(username + password), 'a user name or password with % must be written with %25'],
    [search !== '' || hash !== '', 'a password with ? or # must be written with %3F or %23, and there are no parameters'],
    [
      protocol === 'redis:' && !isInOwnNetwork(url.replace(/^redis:/, 'http:')),
      'outside of your own network it must begin with rediss:',
    ],
  ];
  const mistakes = reasons.flatMap(([isWrong, reason]) => (isWrong ? [wrong(reason).message] : []));
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'));
  return url;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}
