// The frame of the picture viewer: a black screen with a bar at the top and one at the bottom.
import { t } from '#client/device/texts.ts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { brand } from '#client/device/brand.ts';
import { OfflineMark } from '#client/people/OfflineMark.tsx';
import { Button, buttonClass } from '#client/ui/Button.tsx';
import { CloseIcon, HomeIcon } from '#client/ui/icons.tsx';
import { useOwnHeader } from '#client/ui/own-header.ts';
import './viewer.css';

export interface ViewerFrameProps {
  readonly title: string;
  readonly onLeave: () => void;
  /** Hides the bars unless they contain the focus. */
  readonly isQuiet?: boolean;
  /** Shows the screen behind the viewer, while the picture is pulled down. */
  readonly isPulled?: boolean;
  readonly notices?: ReactNode;
  readonly tools?: ReactNode;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function ViewerFrame({ title, onLeave, isQuiet = false, isPulled = false, ...parts }: ViewerFrameProps) {
  useOwnHeader('none');
  const { notices, tools, actions, children } = parts;
  return (
    <div className={`viewer${isQuiet ? ' viewer-quiet' : ''}${isPulled ? ' viewer-pulled' : ''}`}>
      {children}
      <div className="viewer-bar viewer-top">
        <Button look="round" onClick={onLeave} aria-label={t('Close')}>
          <CloseIcon />
        </Button>
        <Link to="/" className={buttonClass({ look: 'round' })} aria-label={t('{brand}, home', { brand: brand.name })}>
          <HomeIcon />
        </Link>
        <h1>{title}</h1>
        {tools}
      </div>
      <div className="viewer-notices">
        <OfflineMark />
        {notices}
      </div>
      <div className="viewer-bar viewer-bottom">{actions}</div>
    </div>
  );
}
