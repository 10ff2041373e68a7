// The header with which an unlocked device proves to the server that the app lock is open.

export const lockProofHeader = 'x-lock-proof';
