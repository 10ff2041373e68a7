// The two columns that a task's screen has on wide windows.
import './split.css';

/** Says whether there is room for both. */
export const hasTwoColumns = (): boolean =>
  matchMedia('(min-width: 900px) and (min-width: 50em) and (min-height: 480.1px)').matches;
