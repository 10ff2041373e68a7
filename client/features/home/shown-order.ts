// The order of the faces on Home, which stays as it was first shown, so that no face moves while the member taps it.

/** `items` with those that were shown before in their earlier order, and new ones after them. */
export function inShownOrder<T extends { readonly profileId: string }>(items: readonly T[], shownIds: readonly string[]): T[] {
  const places = new Map(shownIds.map((id, place) => [id, place]));
  const placeOf = ({ profileId }: T): number => places.get(profileId) ?? Number.POSITIVE_INFINITY;
  return items.toSorted((one, other) => (placeOf(one) === placeOf(other) ? 0 : placeOf(one) - placeOf(other)));
}
