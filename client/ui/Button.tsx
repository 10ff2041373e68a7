// A button in four weights; a link that looks like one takes the class names of `buttonClass`.
import type { ComponentProps } from 'react';
import { createStore, useStore } from '#client/device/store.ts';
import './button.css';

export interface ButtonLook {
  /** `main` is the one thing to do here, `danger` can't be undone, `quiet` steps back, `round` holds a single icon. */
  readonly look?: 'plain' | 'main' | 'danger' | 'quiet' | 'round';
  readonly isWide?: boolean;
}

export const buttonClass = ({ look = 'plain', isWide = false }: ButtonLook = {}): string =>
  `button button-${look}${isWide ? ' button-wide' : ''}`;

/** A painted page has no script yet: the browser itself would send its form, with all that was typed in the address. */
const isAlive = createStore(true, false);

export function Button({ look, isWide, className, type = 'button', disabled, ...rest }: ComponentProps<'button'> & ButtonLook) {
  const isTooEarly = !useStore(isAlive) && type === 'submit';
  const classes = `${buttonClass({ look, isWide })}${className ? ` ${className}` : ''}`;
  return <button type={type} className={classes} disabled={disabled || isTooEarly} {...rest} />;
}
