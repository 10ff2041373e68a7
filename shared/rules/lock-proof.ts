// The header in which an unlocked device proves to the server that its app lock is open.

export const lockProofHeader = 'x-lock-proof';
