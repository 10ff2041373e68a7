// A time of day in the device's format, with the date where it is needed.

export const isToday = (ms: number): boolean => new Date(ms).toDateString() === new Date().toDateString();

/** The time, preceded by the date unless it is today. */
export function timeText(ms: number): string {
  const time = new Date(ms);
  const clock = time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  return isToday(ms) ? clock : `${time.toLocaleDateString([], { day: 'numeric', month: 'long' })}, ${clock}`;
}
