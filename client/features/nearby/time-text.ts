// A time of day in the device's format, preceded by the date unless it is today.
export function timeText(ms: number): string {
  const time = new Date(ms);
  const clock = time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (time.toDateString() === new Date().toDateString()) return clock;
  return `${time.toLocaleDateString([], { day: 'numeric', month: 'long' })}, ${clock}`;
}
