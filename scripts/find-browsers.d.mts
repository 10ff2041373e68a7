// The types of find-browsers.mjs, which is plain JavaScript because it runs before anything is installed.
export function findChromium(): string | null;
export function findHeadlessShell(): string | null;
export function findFirefox(): string | null;
