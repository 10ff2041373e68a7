// Icons used only by the picture screens.
import { icon } from '#client/ui/icons.tsx';

export const TurnLeftIcon = icon('M4.5 5v5h5M5 10a7.5 7.5 0 1 1-.4 5');
export const TurnRightIcon = icon('M19.5 5v5h-5M19 10a7.5 7.5 0 1 0 .4 5');
export const CropIcon = icon('M7 3v14h14M3 7h14v14');
export const ZoomIcon = icon('M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.2 15.2 20 20M8 10.5h5M10.5 8v5');
export const ShareIcon = icon('M12 14V4M8 7.5 12 3.5l4 4M7 11H5v9h14v-9h-2');
export const DotsIcon = icon(
  '',
  'M6 13.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM12 13.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2ZM18 13.6a1.6 1.6 0 1 0 0-3.2 1.6 1.6 0 0 0 0 3.2Z',
);
