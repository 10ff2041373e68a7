// The whole name for the tooltip of a name that is shown shortened.
import { shownName } from '#shared/rules/letters.ts';

/** Undefined for a name that is shown whole, because screen readers would read it twice. */
export const wholeIfCut = (name: string | undefined): string | undefined =>
  name === undefined || shownName(name) === name ? undefined : name;
