// A grid of a profile's pictures. The number of columns depends on the number of pictures and on the width.
import type { CSSProperties, ReactNode } from 'react';
import { pictureColumns } from './picture-columns.ts';
import './picture-grid.css';

export interface PictureGridProps {
  readonly label: string;
  /** The number of list items in `children`. */
  readonly count: number;
  readonly children: ReactNode;
}

/** The style sheet chooses between the column counts by the grid's width. */
export function PictureGrid({ label, count, children }: PictureGridProps) {
  const columns: CSSProperties & Record<`--columns-${number}`, number> = {
    '--columns-2': pictureColumns(count, 2),
    '--columns-4': pictureColumns(count, 4),
    '--columns-6': pictureColumns(count, 6),
    '--columns-8': pictureColumns(count, 8),
  };
  return (
    <div className="picture-container">
      <ul className="picture-grid" style={columns} aria-label={label}>
        {children}
      </ul>
    </div>
  );
}

/** The `sizes` attribute of a picture in a grid with `count` pictures. In wide windows it is `widePx` wide. */
export function pictureSizes(count: number, widePx = Math.round(520 / pictureColumns(count, 8))): string {
  return `(min-width: 900px) ${widePx}px, ${Math.round(100 / pictureColumns(count, 4))}vw`;
}
