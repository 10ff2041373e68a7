// A time of day in the device's format, with the date unless it is today.
export function clockOf(ms: number): string {
  const time = new Date(ms);
  const clock = time.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (time.toDateString() === new Date().toDateString()) return clock;
  return `${time.toLocaleDateString([], { day: 'numeric', month: 'long' })}, ${clock}`;
}
