// A hook that says how many attributes of a member fit into one line of the detail list. All rows have the same width.
import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';
import { moreText } from '#shared/formats/numbers.ts';
import { locale } from '#client/device/locale.ts';
import { fittingChips } from './fitting-chips.ts';

/** The same as in detail-list.css. */
const [paddingPx, gapPx] = [24, 4];
/** Used until the list is measured, which happens before it is painted. */
const countBeforeMeasuring = 5;

interface Room {
  readonly px: number;
  readonly font: string;
}

/** Measures once for all rows, again only when the list changes its size. `isShown` says whether the list is there. */
export function useTraitFit(list: RefObject<HTMLElement | null>, isShown: boolean): (traits: readonly string[]) => number {
  const [room, setRoom] = useState<Room | null>(null);
  useLayoutEffect(() => {
    const element = list.current;
    const row = element?.querySelector('.person-row');
    if (!isShown || !element || !row) return;
    const measure = (): void => {
      const { fontFamily, fontSize } = getComputedStyle(element.querySelector('.detail-traits > li') ?? element);
      const [px, font] = [row.isConnected ? row.clientWidth : 0, `${fontSize} ${fontFamily}`];
      if (px > 0) setRoom((old) => (old?.px === px && old.font === font ? old : { px, font }));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [list, isShown]);
  return useCallback(
    (traits) => {
      if (room === null) return Math.min(countBeforeMeasuring, traits.length);
      const widthOf = (text: string) => textWidth(text, room.font) + paddingPx;
      return fittingChips(traits.map(widthOf), room.px, gapPx, (count) => widthOf(moreText(count, locale())));
    },
    [room],
  );
}

let measuringContext: CanvasRenderingContext2D | null = null;

/** Measures with a canvas, so that the page is not laid out for it. */
function textWidth(text: string, font: string): number {
  measuringContext ??= document.createElement('canvas').getContext('2d');
  if (measuringContext === null) return 0;
  measuringContext.font = font;
  return Math.ceil(measuringContext.measureText(text).width);
}
