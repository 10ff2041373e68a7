// Asks whether the server answers. Uses no other part of the build, because that part may be missing.
export const isServerThere = (): Promise<boolean> =>
  fetch('/api/ping', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
