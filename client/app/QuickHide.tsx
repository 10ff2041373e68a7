// Quick hide: pressing Escape twice, or holding the brand's logo, covers the app with a neutral page. Pressing Escape twice, or holding
// that page, uncovers the app.
import { t } from '#client/device/texts.ts';
import { useEffect, useLayoutEffect, useRef, type PointerEvent } from 'react';
import { createStore, useStore } from '#client/device/store.ts';

const isHidden = createStore(false);
const doublePressMs = 500;
const longPressMs = 600;

/** Covers the whole app at once. */
export const hideAll = (): void => isHidden.set(true);

const toggle = (): void => isHidden.set(!isHidden.get());

/** Sets the title of the window, which stays neutral while the app is covered. Returns whether the app is covered. */
export function useWindowTitle(title: string): boolean {
  const isOn = useStore(isHidden);
  useLayoutEffect(() => {
    document.title = isOn ? t('Notes') : title;
  }, [isOn, title]);
  return isOn;
}

export function QuickHide() {
  const isOn = useStore(isHidden);
  const cover = useRef<HTMLDivElement>(null);
  const longPress = useLongPress();
  useDoubleEscape();
  useEffect(() => {
    if (!isOn) return;
    // The cast is safe, because only elements of the page take the focus.
    const before = document.activeElement as HTMLElement | null;
    // The cover is a popover, because a popover is above open dialogs.
    cover.current?.showPopover();
    cover.current?.focus();
    return () => before?.focus({ preventScroll: true });
  }, [isOn]);
  if (!isOn) return null;
  return (
    <div ref={cover} className="cover" popover="manual" tabIndex={-1} {...longPress}>
      <h1>{t('Notes')}</h1>
      <ul>
        <li>{t('Milk, bread, apples')}</li>
        <li>{t('Call the dentist back')}</li>
        <li>{t('Library books due on Thursday')}</li>
      </ul>
    </div>
  );
}

/** Handlers for an element on which a long press toggles the cover. The click that follows is ignored. */
export function useLongPress() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  const stop = (): void => clearTimeout(timer.current);
  return {
    onPointerDown: ({ button }: PointerEvent) => {
      wasHeld.current = false;
      if (button !== 0) return;
      timer.current = setTimeout(() => {
        wasHeld.current = true;
        toggle();
      }, longPressMs);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick: (event: { preventDefault(): void }) => {
      if (wasHeld.current) event.preventDefault();
    },
  };
}

function useDoubleEscape(): void {
  useEffect(() => {
    let lastMs = Number.NEGATIVE_INFINITY;
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.repeat) return;
      const isSecond = event.timeStamp - lastMs < doublePressMs;
      lastMs = isSecond ? Number.NEGATIVE_INFINITY : event.timeStamp;
      if (isSecond) toggle();
    };
    // Capturing, because an open dialog would otherwise handle the key first.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, []);
}
