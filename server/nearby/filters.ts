// Packs filters as bits and numbers, so that a member is checked with a few comparisons.

/**
 * All given conditions must hold. Heights and weights are compared in whole units, as they are packed: 5'11" is 180 cm. A member who
 * did not enter them matches no range.
 */
export interface NearbyFilter {
  ageMin?: number;
  ageMax?: number;
  heightCmMin?: number;
  heightCmMax?: number;
  weightKgMin?: number;
  weightKgMax?: number;
  /** The member has all of these labels. */
  characteristics?: readonly string[];
  withPicture?: boolean;
  /** The member is online until this time or longer, compared in whole seconds. */
  onlineUntilMinMs?: number;
}

export interface PackedFilter {
  /** True if there are conditions other than flags. */
  isNarrow: boolean;
  flags: number;
  labelsLow: number;
  labelsHigh: number;
  ageMin: number;
  ageMax: number;
  heightMin: number;
  heightMax: number;
  weightMin: number;
  weightMax: number;
  onlineMin: number;
}

export const hasPictureFlag = 1;
export const isRealFlag = 2;
const maxLabels = 64;

export const wholeSeconds = (ms: number): number => Math.max(0, Math.floor(ms / 1_000));

/** Gives each label a bit in two words of 32 bits, in the order in which labels are first used. */
export class Labels {
  #bits = new Map<string, number>();

  /** The two words for a member's labels. Throws a RangeError if there are more than 64 different labels. */
  pack(labels: readonly string[]): { low: number; high: number } {
    let [low, high] = [0, 0];
    for (const label of labels) {
      const bit = this.#bits.get(label) ?? this.#number(label);
      if (bit < 32) low |= 1 << bit;
      else high |= 1 << (bit - 32);
    }
    return { low, high };
  }

  areKnown(labels: readonly string[]): boolean {
    return labels.every((label) => this.#bits.has(label));
  }

  #number(label: string): number {
    const bit = this.#bits.size;
    if (bit === maxLabels) throw new RangeError(`No more than ${maxLabels} different characteristics: ${label}`);
    this.#bits.set(label, bit);
    return bit;
  }
}

/** The filter as numbers. Undefined if no member has one of its labels. */
export function packFilter(filter: NearbyFilter, includeTest: boolean, labels: Labels): PackedFilter | undefined {
  const wanted = filter.characteristics ?? [];
  if (!labels.areKnown(wanted)) return undefined;
  const { low, high } = labels.pack(wanted);
  const { ageMin, ageMax, heightCmMin, heightCmMax, weightKgMin, weightKgMax, onlineUntilMinMs } = filter;
  const asksHeight = heightCmMin !== undefined || heightCmMax !== undefined;
  const asksWeight = weightKgMin !== undefined || weightKgMax !== undefined;
  const hasRanges = asksHeight || asksWeight || ageMin !== undefined || ageMax !== undefined;
  return {
    isNarrow: hasRanges || wanted.length > 0 || onlineUntilMinMs !== undefined,
    flags: (filter.withPicture ? hasPictureFlag : 0) | (includeTest ? 0 : isRealFlag),
    labelsLow: low,
    labelsHigh: high,
    ageMin: ageMin ?? 0,
    ageMax: ageMax ?? Infinity,
    // 0 means that height or weight is not known.
    heightMin: asksHeight ? Math.max(1, Math.round(heightCmMin ?? 0)) : 0,
    heightMax: Math.round(heightCmMax ?? Infinity),
    weightMin: asksWeight ? Math.max(1, Math.round(weightKgMin ?? 0)) : 0,
    weightMax: Math.round(weightKgMax ?? Infinity),
    onlineMin: onlineUntilMinMs === undefined ? 0 : wholeSeconds(onlineUntilMinMs),
  };
}
