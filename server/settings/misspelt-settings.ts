// Finds environment variables that are probably misspelt or unknown settings.

export interface Misspelt {
  readonly name: string;
  /** Null if no setting has a similar name. */
  readonly meant: string | null;
}

export const misspeltText = ({ name, meant }: Misspelt): string =>
  `${name} is no setting.${meant === null ? '' : ` ${meant} may be meant.`}`;

/** One mistake is allowed for this many letters of a name. Shorter names, such as HOST, resemble too many others. */
const lettersPerMistake = 5;

/** Settings begin with these, and other programs' variables do not. */
const ownPrefixes = ['MAP_', 'BRAND_', 'VAPID_', 'OPS_', 'PICTURES_'];

/** The variables that are no setting but nearly have the name of one, or begin like one, in letters of either case. */
export function misspeltSettings(variables: readonly string[], settings: readonly string[]): Misspelt[] {
  return variables
    .filter((name) => !settings.includes(name))
    .flatMap((name): Misspelt[] => {
      const upper = name.toUpperCase();
      const meant = settings.find((setting) => mistakesBetween(upper, setting) <= Math.floor(setting.length / lettersPerMistake));
      if (meant !== undefined) return [{ name, meant }];
      return ownPrefixes.some((prefix) => upper.startsWith(prefix)) ? [{ name, meant: null }] : [];
    });
}

/** The number of letters added, left out, replaced or swapped with their neighbour (optimal string alignment distance). */
function mistakesBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= one.length; row += 1) {
    const counts = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      counts[column] = Math.min(
        at(rows, row - 1, column) + 1,
        (counts[column - 1] ?? Infinity) + 1,
        at(rows, row - 1, column - 1) + Number(!isSame),
        isSwapped ? at(rows, row - 2, column - 2) + 1 : Infinity,
      );
    }
    rows.push(counts);
  }
  return at(rows, one.length, other.length);
}

const at = (rows: readonly (readonly number[])[], row: number, column: number): number => rows[row]?.[column] ?? Infinity;
