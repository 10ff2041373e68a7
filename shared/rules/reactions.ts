// The emoji with which a member can react to a message.

/** In menu order. */
export const reactions = ['❤️', '👍', '😂', '🔥', '😮', '😢'] as const;
export type Reaction = (typeof reactions)[number];
