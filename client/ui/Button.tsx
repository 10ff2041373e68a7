// A button in five variants, and the class names with which a link looks like a button.
import type { ComponentProps } from 'react';
import { createStore, useStore } from '#client/device/store.ts';
import './button.css';

export interface ButtonLook {
  /** `main` is a screen's primary action, `danger` can't be undone, `quiet` is secondary, `round` has a single icon. */
  readonly look?: 'plain' | 'main' | 'danger' | 'quiet' | 'round';
  readonly isWide?: boolean;
}

export const buttonClass = ({ look = 'plain', isWide = false }: ButtonLook = {}): string =>
  `button button-${look}${isWide ? ' button-wide' : ''}`;

/** A submit button is disabled before hydration, because the browser would submit the form with all fields in the URL. */
const isHydrated = createStore(true, false);

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /**
   * Does nothing now, such as a step beyond the last one. Unlike a disabled button, it keeps the focus. A submit button still
   * submits, so its form must check this, too.
   */
  readonly isOff?: boolean;
}

export function Button({ look, isWide, className, type = 'button', disabled, isOff = false, onClick, ...rest }: ButtonProps) {
  const isUnready = !useStore(isHydrated) && type === 'submit';
  const classes = `${buttonClass({ look, isWide })}${className ? ` ${className}` : ''}`;
  return (
    <button
      type={type}
      className={classes}
      disabled={disabled || isUnready}
      aria-disabled={isOff || undefined}
      onClick={isOff ? undefined : onClick}
      {...rest}
    />
  );
}
