// A button in four weights; a link that looks like one takes the class names of `buttonClass`.
import type { ComponentProps } from 'react';
import './button.css';

export interface ButtonLook {
  /** `main` is the one thing to do here, `danger` can't be undone, `quiet` steps back, `round` holds a single icon. */
  readonly look?: 'plain' | 'main' | 'danger' | 'quiet' | 'round';
  readonly isWide?: boolean;
}

export const buttonClass = ({ look = 'plain', isWide = false }: ButtonLook = {}): string =>
  `button button-${look}${isWide ? ' button-wide' : ''}`;

export function Button({ look, isWide, className, type = 'button', ...rest }: ComponentProps<'button'> & ButtonLook) {
  return <button type={type} className={`${buttonClass({ look, isWide })}${className ? ` ${className}` : ''}`} {...rest} />;
}
