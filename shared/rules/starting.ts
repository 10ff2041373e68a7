// The header of replies while the server starts. A client treats such a reply as if the server could not be reached.

export const startingHeader = 'x-starting';
