// The filled part of a slider's track.
import type { CSSProperties } from 'react';

/** From 0 to 1, for the class `slider`. */
export const sliderPart = (part: number): CSSProperties => ({ '--part': `${part * 100}%` }) as CSSProperties;
