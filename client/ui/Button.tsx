// A button in five looks; links that look like a button take the class names of `buttonClass`.
import type { ComponentProps } from 'react';
import { createStore, useStore } from '#client/device/store.ts';
import './button.css';

export interface ButtonLook {
  /** `main` is the primary action of a screen, `danger` can't be undone, `quiet` is secondary, `round` holds a single icon. */
  readonly look?: 'plain' | 'main' | 'danger' | 'quiet' | 'round';
  readonly isWide?: boolean;
}

export const buttonClass = ({ look = 'plain', isWide = false }: ButtonLook = {}): string =>
  `button button-${look}${isWide ? ' button-wide' : ''}`;

/** A prerendered page has no script yet: the browser itself would submit its form, with all fields in the address. */
const isAlive = createStore(true, false);

export function Button({ look, isWide, className, type = 'button', disabled, ...rest }: ComponentProps<'button'> & ButtonLook) {
  const isTooEarly = !useStore(isAlive) && type === 'submit';
  const classes = `${buttonClass({ look, isWide })}${className ? ` ${className}` : ''}`;
  return <button type={type} className={classes} disabled={disabled || isTooEarly} {...rest} />;
}
