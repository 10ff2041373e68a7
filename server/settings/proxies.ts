// Checks the addresses of reverse proxies in a setting.
import { isIP } from 'node:net';

/** `true`, `false`, or addresses, networks such as 10.0.0.0/8, and the names of networks that the web framework knows. */
export const areProxies = (list: string): boolean =>
  list === 'true' ||
  list === 'false' ||
  list.split(',').every((entry) => {
    const [address = '', bits, ...rest] = entry.trim().split('/');
    // The web framework refuses a network of all addresses.
    const isNetwork =
      bits === undefined || (/^\d+$/.test(bits) && Number(bits) > 0 && Number(bits) <= (isIP(address) === 6 ? 128 : 32));
    return (
      ['loopback', 'linklocal', 'uniquelocal'].includes(entry.trim()) || (isIP(address) > 0 && isNetwork && rest.length === 0)
    );
  });
