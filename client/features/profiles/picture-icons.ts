// Icons used only by the picture screens.
import { icon } from '#client/ui/icons.tsx';

export const TurnLeftIcon = icon('M4.5 5v5h5M5 10a7.5 7.5 0 1 1-.4 5');
export const TurnRightIcon = icon('M19.5 5v5h-5M19 10a7.5 7.5 0 1 0 .4 5');
export const CropIcon = icon('M7 3v14h14M3 7h14v14');
export const ZoomIcon = icon('M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.2 15.2 20 20M8 10.5h5M10.5 8v5');
