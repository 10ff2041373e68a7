// The few emoji with which a member may answer a message without words.

/** In the order in which they are offered. */
export const reactions = ['❤️', '👍', '😂', '🔥', '😮', '😢'] as const;
export type Reaction = (typeof reactions)[number];
