// Asks whether the server answers, without any part of the build that may be missing.
export const isServerThere = (): Promise<boolean> =>
  fetch('/api/ping', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
