// Tells the addresses of one's own network, where plain connections are accepted, from those of the public internet.

/** True for a host that is an address, or whose name is not one of the public internet. */
export function isInOwnNetwork(endpoint: string): boolean {
  const { hostname } = URL.canParse(endpoint) ? new URL(endpoint) : { hostname: '' };
  return /^(?:[\d.]+|\[.*\]|[^.]+|.*\.(?:local|lan|internal|home\.arpa|localhost))$/.test(hostname);
}
