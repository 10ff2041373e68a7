// The layout of a screen: heading, back button, actions and maximum width.
import { t } from '#client/device/texts.ts';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { BackIcon } from './frame-icons.tsx';
import { useGoBack } from './use-go-back.ts';

export interface PageProps {
  readonly title: string;
  readonly children: ReactNode;
  /** `narrow` for forms, `reading` for text, `wide` for lists and grids, `split` for a `.split`, whose style sheet it needs. */
  readonly width?: 'wide' | 'narrow' | 'reading' | 'split';
  /** Shows a back button. */
  readonly hasBack?: boolean;
  /** Shown instead of the heading, such as a switch between views. Only screen readers then get the heading. */
  readonly top?: ReactNode;
  /** Shown beside the heading. */
  readonly actions?: ReactNode;
}

export function Page({ title, children, width = 'wide', hasBack = false, top, actions }: PageProps) {
  return (
    <div className={`page page-titled page-${width}`}>
      <div className="page-head">
        {hasBack && <BackButton />}
        <h1 className={top === undefined ? undefined : 'visually-hidden'}>{title}</h1>
        {top}
        {actions}
      </div>
      {children}
    </div>
  );
}

/** A screen that a notification or a link has opened in a new window leads to Home. */
function BackButton() {
  const goBack = useGoBack({ to: '/' });
  return (
    <Button look="round" onClick={goBack} aria-label={t('Back')}>
      <BackIcon />
    </Button>
  );
}
