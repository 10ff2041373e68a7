// The header by which the server allows a device to keep a sealed copy of an answer, which no HTTP cache may store.

export const offlineCopyHeader = 'x-offline-copy';
