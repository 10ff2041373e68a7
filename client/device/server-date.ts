// The Date header of the server's last answer, with the time by this device's clock when it came.

export const serverDate = { text: '', atMs: 0 };
