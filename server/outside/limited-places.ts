// A waiting room of limited size before a limited number of places.

export interface LimitedPlaces {
  /** True once there is a place, which must be left again; false at once if too many already wait. */
  take(): Promise<boolean>;
  leave(): void;
}

export function limitedPlaces(places: number, maxWaiting: number): LimitedPlaces {
  const waiting: ((hasPlace: boolean) => void)[] = [];
  let free = places;
  return {
    async take() {
      if (free > 0) {
        free -= 1;
        return true;
      }
      if (waiting.length >= maxWaiting) return false;
      return new Promise((resolve) => waiting.push(resolve));
    },
    leave() {
      const next = waiting.shift();
      if (next) next(true);
      else free += 1;
    },
  };
}
