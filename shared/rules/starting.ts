// The header of answers while the server starts: a client treats them like no answer, and tries again.

export const startingHeader = 'x-starting';
