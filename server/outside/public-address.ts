// Checks the addresses to which the server connects, and makes look-ups that return only addresses that were checked.
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Addresses that are not on the public internet, from the registries of special-purpose addresses (RFC 6890 and its updates). */
const specialV4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.31.196.0', 24],
  ['192.52.193.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['192.175.48.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const;

/** The exceptions in 2000::/3, the only public part of IPv6: protocol assignments, documentation, 6to4. */
const specialV6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['2620:4f:8000::', 48],
  ['3fff::', 20],
] as const;

const special = new BlockList();
for (const [address, prefix] of specialV4) special.addSubnet(address, prefix, 'ipv4');
for (const [address, prefix] of specialV6) special.addSubnet(address, prefix, 'ipv6');

const globalV6 = new BlockList();
globalV6.addSubnet('2000::', 3, 'ipv6');

/**
 * True if `address`, without brackets, is on the public internet. An IPv4 address inside an IPv6 address (mapped, compatible, or
 * translated by 64:ff9b::) never counts as public, because public services have plain addresses.
 */
export function isPublicAddress(address: string): boolean {
  // A zone (`%eth0`) selects an interface of this machine.
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 4) return !special.check(address, 'ipv4');
  return version === 6 && globalV6.check(address, 'ipv6') && !special.check(address, 'ipv6');
}

/** Link-local addresses. At these, clouds serve the credentials of their machines. */
const linkLocal = new BlockList();
linkLocal.addSubnet('169.254.0.0', 16, 'ipv4');
linkLocal.addSubnet('fe80::', 10, 'ipv6');
linkLocal.addAddress('fd00:ec2::254', 'ipv6');

/** True for addresses that a server of the operator may have, also in a private network. */
export const isAllowedOperatorAddress = (address: string): boolean =>
  !linkLocal.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** A lookup that returns only these addresses. Looking up the name again could return others. */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_host, { all: wantsAll }, done) => {
    const [first] = all;
    if (wantsAll) done(null, all);
    else if (first) done(null, first.address, first.family);
    else done(new Error('host has no address'), '');
  };
}

/** All addresses of a host according to this machine, with its hosts file. */
export async function resolveOnMachine(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}
