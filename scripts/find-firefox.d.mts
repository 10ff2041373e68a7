// The type of find-firefox.mjs, which is plain JavaScript because it runs before anything is installed.
export function findFirefox(): string | null;
