// Tells which notifications have no time, and how they are removed.

interface Dated {
  readonly kind: string;
  readonly tsCreated: number;
}

/**
 * Health notices have a date without a time, so that nobody can guess who reported. Their time is midnight UTC, so it does not say
 * whether they came before another notification.
 */
export const hasDateOnly = ({ kind }: Pick<Dated, 'kind'>): boolean => kind === 'health';

/** Shown notifications are removed up to a time, so that later ones stay. Those without a time are removed one by one. */
export const removalOf = <One extends Dated>(shown: readonly One[]) => ({
  upToMs: Math.max(...shown.map(({ tsCreated }) => tsCreated)),
  oneByOne: shown.filter(hasDateOnly),
});
