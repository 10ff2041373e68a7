// The server's clock as seen by this device.

/** `aheadMs` is how far it was ahead of the device's clock at the last answer. NaN if that had no Date header. */
export const serverClock = { aheadMs: Number.NaN };
