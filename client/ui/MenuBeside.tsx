// A small menu beside the element that opened it, with arrow keys.
import { forward } from '#client/device/language.ts';
import { useLayoutEffect, type KeyboardEvent, type ReactNode } from 'react';
import type { IconComponent } from './frame-icons.tsx';
import { useModal } from './use-modal.ts';
import './dialog.css';
import './menu-beside.css';

export interface MenuChoice {
  readonly text: string;
  readonly icon?: IconComponent;
  readonly look?: 'danger';
  readonly onChoose: () => void;
}

export interface MenuBesideProps {
  readonly anchor: Element;
  readonly label: string;
  readonly choices: readonly MenuChoice[];
  /** Shown above the choices, such as a row of reactions. Its buttons close the menu themselves. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

/** Mounted while it is open. A choice that navigates must do so with `replace`, like links in dialogs. */
export function MenuBeside({ anchor, label, choices, children, onClose }: MenuBesideProps) {
  const { props } = useModal(onClose);
  const { ref } = props;
  useLayoutEffect(() => {
    const menu = ref.current;
    if (menu === null) return;
    const place = (): void => placeBeside(menu, anchor.getBoundingClientRect());
    place();
    menu.querySelector<HTMLElement>('button')?.focus();
    addEventListener('resize', place);
    return () => removeEventListener('resize', place);
  }, [ref, anchor]);
  return (
    <dialog {...props} className="dialog menu-beside" aria-label={label} onKeyDown={moveFocus}>
      {children}
      <ul role="menu" aria-label={label}>
        {choices.map(({ text, icon: Icon, look, onChoose }) => (
          <li key={text} role="none">
            <button
              type="button"
              role="menuitem"
              className={look === 'danger' ? 'menu-choice menu-choice-danger' : 'menu-choice'}
              onClick={() => {
                onClose();
                onChoose();
              }}
            >
              {Icon && <Icon />}
              {text}
            </button>
          </li>
        ))}
      </ul>
    </dialog>
  );
}

/** The distance from the edges of the screen, and from the element that opened the menu. */
const gapPx = 8;

/** Places the menu below the element, or above it if there is no room below. It is always completely on the screen. */
function placeBeside(menu: HTMLElement, anchor: DOMRect): void {
  const { offsetWidth: width, offsetHeight: height } = menu;
  const below = anchor.bottom + gapPx;
  const top = below + height + gapPx <= innerHeight ? below : anchor.top - gapPx - height;
  const left = anchor.left + anchor.width / 2 < innerWidth / 2 ? anchor.left : anchor.right - width;
  menu.style.insetBlockStart = `${within(top, innerHeight - height)}px`;
  menu.style.right = 'auto';
  menu.style.left = `${within(left, innerWidth - width)}px`;
}

const within = (at: number, room: number): number => Math.max(gapPx, Math.min(at, room - gapPx));

/** Moves the focus through the buttons of the menu, which are below or beside each other, or to the first or last one. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled)')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowRight: at + forward(),
    ArrowUp: at - 1,
    ArrowLeft: at - forward(),
    Home: 0,
    End: -1,
  };
  const next = steps[event.key];
  if (next === undefined) return;
  event.preventDefault();
  buttons.at(next % buttons.length)?.focus();
}
