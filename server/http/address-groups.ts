// The groups of IP addresses that share an allowance: an IPv4 address, the /64 of an IPv6 address, and its whole /48.
import { isIPv4, isIPv6 } from 'node:net';

export interface AddressGroup {
  readonly key: string;
  /** The group may make this many times as many calls as one address. */
  readonly share: number;
}

/**
 * A /64 is one network, but providers give a customer a whole /56 or /48. All networks of a /48 together have ten times the allowance.
 */
const sitesAllowance = 10;

export function addressGroups(address: string): readonly AddressGroup[] {
  const ip = bareAddress(address);
  if (isIPv4(ip)) return [{ key: ip, share: 1 }];
  const words = isIPv6(ip) ? wordsOf(ip) : null;
  if (words === null) return [{ key: 'unknown', share: 1 }];
  const v4 = embeddedV4(words);
  if (v4 !== null) return [{ key: v4, share: 1 }];
  const prefix = (length: number) =>
    words
      .slice(0, length)
      .map((word) => word.toString(16))
      .join(':');
  return [
    { key: `${prefix(4)}::/64`, share: 1 },
    { key: `${prefix(3)}::/48`, share: sitesAllowance },
  ];
}

/** The address without its zone, and without the brackets and port that some proxies add. */
function bareAddress(address: string): string {
  const [, inBrackets, beforePort] = /^(?:\[(.+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)$/.exec(address) ?? [];
  return (inBrackets ?? beforePort ?? address).replace(/%.*$/, '');
}

/** The eight 16-bit words of a valid IPv6 address. */
function wordsOf(ip: string): number[] {
  const hex = ip.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
  const [head = '', tail = ''] = hex.split('::');
  const parsed = (part: string) => (part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16)));
  const [left, right] = [parsed(head), parsed(tail)];
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
}

/** The IPv4 address in a mapped (::ffff:0:0/96), translated (64:ff9b::/96) or tunnelled (2002::/16) address, or null. */
function embeddedV4(words: readonly number[]): string | null {
  const start = words
    .slice(0, 6)
    .map((word) => word.toString(16))
    .join(':');
  const at = start === '0:0:0:0:0:ffff' || start === '64:ff9b:0:0:0:0' ? 6 : words[0] === 0x2002 ? 1 : null;
  if (at === null) return null;
  return words
    .slice(at, at + 2)
    .flatMap((word) => [word >> 8, word & 255])
    .join('.');
}
