// The emoji with which a member can react to a message.

/** In the order of the menu. */
export const reactions = ['❤️', '👍', '😂', '🔥', '😮', '😢'] as const;
export type Reaction = (typeof reactions)[number];
