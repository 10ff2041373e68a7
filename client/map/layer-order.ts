// The order (z-index) of what is drawn over the base map, the bottom one first.

/** The area that others see. It is below names, counts and members, so that it does not tint them. */
export const areaOrder = 1;
export const ringsOrder = 2;
/** The names below faces. They keep the names of places and the texts of rings away. */
export const memberNamesOrder = 3;
/** The order of layers that draw nothing. They keep all names and the texts of rings away, so they must be above them. */
export const nameFreeOrder = 4;
export const countsOrder = 10;
/** The own marker is below the members, so that it hides no member of a spread pile. */
export const ownMarkerOrder = 15;
export const membersOrder = 20;
export const draggedMarkerOrder = 30;
