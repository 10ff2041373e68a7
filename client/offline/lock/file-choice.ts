// Tells whether the member is choosing a file or taking a picture, for which phones hide the page.
import { msSince, readClocks } from './clocks.ts';

/** The longest time to choose a file before the app may lock. */
const longestChoiceMs = 120_000;

export interface FileChoice {
  readonly isOpen: () => boolean;
  /** 0 if no choice is open. */
  readonly remainingMs: () => number;
  readonly stop: () => void;
}

/** Some browsers report no cancelled choice. The next touch or key in the page then ends it. */
export function watchFileChoice(): FileChoice {
  let opened: ReturnType<typeof readClocks> | null = null;
  const onChoice = ({ type, target }: Event): void => {
    if (!isFileInput(target)) return;
    opened = type === 'click' ? readClocks() : null;
  };
  const end = (): void => {
    opened = null;
  };
  const listeners = { click: onChoice, change: onChoice, cancel: onChoice, pointerdown: end, keydown: end };
  for (const [type, listener] of Object.entries(listeners)) document.addEventListener(type, listener, { capture: true });
  const remainingMs = (): number => (opened === null ? 0 : Math.max(0, longestChoiceMs - msSince(opened)));
  return {
    isOpen: () => remainingMs() > 0,
    remainingMs,
    stop: () => {
      for (const [type, listener] of Object.entries(listeners)) document.removeEventListener(type, listener, { capture: true });
    },
  };
}

const isFileInput = (target: EventTarget | null): boolean =>
  typeof target === 'object' && Reflect.get(Object(target), 'type') === 'file';
