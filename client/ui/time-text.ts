// Formats times of day as on the device, with the date if it is not today.
export const isToday = (ms: number): boolean => new Date(ms).toDateString() === new Date().toDateString();

/** As the device's language writes it, for example "6:33 AM" or "06:33". */
export const timeOfDay = (ms: number, locales: Intl.LocalesArgument = []): string =>
  new Date(ms).toLocaleTimeString(locales, { timeStyle: 'short' });

/** The time. The date comes before it unless it is today. */
export const timeText = (ms: number): string =>
  isToday(ms) ? timeOfDay(ms) : `${new Date(ms).toLocaleDateString([], { day: 'numeric', month: 'long' })}, ${timeOfDay(ms)}`;
