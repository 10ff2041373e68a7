// Formats a time of day as on the device, with the date if it is not today.

export const isToday = (ms: number): boolean => new Date(ms).toDateString() === new Date().toDateString();

/** The time. The date comes before it unless it is today. */
export function timeText(ms: number): string {
  const time = new Date(ms);
  const clock = time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return isToday(ms) ? clock : `${time.toLocaleDateString([], { day: 'numeric', month: 'long' })}, ${clock}`;
}
