// The order (z-index) of what is drawn over the base map, the bottom one first.

/** The area that others see. It is below names, counts and members, so that it does not tint them. */
export const areaOrder = 1;
export const ringsOrder = 2;
/** Of layers that draw nothing, but keep names and the texts of rings away, for which they must be above them. */
export const nameFreeOrder = 3;
export const countsOrder = 10;
/** Below the members, so that it hides none whose pile is spread. */
export const ownMarkerOrder = 15;
export const membersOrder = 20;
export const draggedMarkerOrder = 30;
