// The header with which a device names the member who made a write, since another one may have logged in before it is sent.

export const writerHeader = 'x-written-by';
