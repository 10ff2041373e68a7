// The interface that keeps members' positions, for a single process or for several that share the database.
import type { Place } from '#shared/rules/distance.ts';
import type { PositionsTable } from '#server/db/schema.ts';
import type { Cell } from '#server/nearby/grid.ts';
import type { PublishedPositions } from '#server/nearby/published.ts';
import type { Shown, ShownChange } from '#server/nearby/shown.ts';

/** The columns that are stored besides the cell. */
type StoredChoices = Pick<PositionsTable, 'use_kind' | 'is_hidden' | 'effective_until_ms'>;

export interface PositionChange {
  readonly choices: StoredChoices;
  apply(published: PublishedPositions): ShownChange | undefined;
}

export interface PositionKeeper {
  shownOf(profileId: string): Shown | undefined;
  /** The published cell, or the one that a hidden member would have. */
  cellOf(profileId: string): Cell | undefined;
  /** The exact position, if it is known. */
  exactOf(profileId: string): Promise<Place | undefined>;
  /**
   * Resolves once the change is stored, and published as far as it is not delayed. `decide` may be called again if another process was
   * faster, and returns null for no change.
   */
  change(profileId: string, decide: () => Promise<PositionChange | null>): Promise<void>;
  /** Applies delayed changes and expiries that are due. */
  advance(): Promise<void>;
}
