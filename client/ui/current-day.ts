// The current day, for texts such as "Today" on screens that stay open over midnight or while the device's clock is set.
import { useStore, createStore, type Store } from '#client/device/store.ts';

const checkMs = 60_000;

const startOfToday = (): number => new Date().setHours(0, 0, 0, 0);

const day = createStore(startOfToday(), 0);
const check = (): void => day.set(startOfToday());
let followers = 0;
let timer: ReturnType<typeof setInterval> | undefined;

/** The start of the day by this device's clock. */
export const currentDay: Store<number> = {
  ...day,
  get: () => {
    if (followers === 0) check();
    return day.get();
  },
  subscribe: (listener) => {
    const unsubscribe = day.subscribe(listener);
    if (followers++ === 0) {
      timer = setInterval(check, checkMs);
      document.addEventListener('visibilitychange', check);
    }
    return () => {
      unsubscribe();
      if (--followers > 0) return;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', check);
    };
  },
};

/** Renders again on the next day. */
export const useCurrentDay = (): number => useStore(currentDay);
