// The header with which the server allows a device to store an encrypted copy of a reply. HTTP caches may not store the reply.

export const offlineCopyHeader = 'x-offline-copy';
