// Keeps the faces on Home in the order in which they were first shown, so that no face moves while the member taps it.

/** Returns the items that were shown before in their earlier order, and then the new ones. */
export function inShownOrder<T extends { readonly profileId: string }>(items: readonly T[], shownIds: readonly string[]): T[] {
  const places = new Map(shownIds.map((id, place) => [id, place]));
  const placeOf = ({ profileId }: T): number => places.get(profileId) ?? Number.POSITIVE_INFINITY;
  return items.toSorted((one, other) => (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)));
}
