// The styles of faces and piles on the map. Members and frames with the same look share one.
import Fill from 'ol/style/Fill.js';
import Icon from 'ol/style/Icon.js';
import Stroke from 'ol/style/Stroke.js';
import Style from 'ol/style/Style.js';
import Text from 'ol/style/Text.js';
import { moreText } from '#shared/formats/numbers.ts';
import { shownName } from '#shared/rules/letters.ts';
import type { MapColours } from '#shared/rules/map-colours.ts';
import { fontFamily } from './base-style.ts';
import type { MarkerLook } from './draw-marker.ts';
import { type MarkerPictures, canvasPx } from './marker-picture.ts';
import type { Pile, PilePoint } from './piles.ts';

export type MapMember = {
  readonly profileId: string;
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly pictureId: string | null;
  readonly isOnline: boolean;
};

export type MemberPoint = PilePoint & { readonly member: MapMember };

/** `locale` is for the number of further faces. */
export function lookOf({ points, px }: Pile<MemberPoint>, locale: string): MarkerLook {
  // Members with a picture are in front, then members who are online.
  const front = points
    .map(({ member }) => member)
    .toSorted((one, other) => rankOf(other) - rankOf(one))
    .slice(0, 2);
  return {
    faces: front.map(({ pictureId, name, profileId }) => ({ pictureId, name, profileId })),
    more: points.length > front.length ? moreText(points.length - front.length, locale) : '',
    px,
    isOnline: points.some(({ member }) => member.isOnline),
    isOwn: false,
  };
}

const rankOf = ({ pictureId, isOnline }: MapMember): number => (pictureId === null ? 0 : 2) + (isOnline ? 1 : 0);

/** Returns one style for each canvas and z-index. */
export function createPileStyles(pictures: MarkerPictures): (look: MarkerLook, zIndex: number) => Style {
  const styles = new WeakMap<HTMLCanvasElement, Map<number, Style>>();
  return (look, zIndex) => {
    const canvas = pictures.canvasFor(look);
    const known = styles.get(canvas)?.get(zIndex);
    if (known) return known;
    const image = new Icon({ img: canvas, width: canvasPx(look.px), height: canvasPx(look.px) });
    const style = new Style({ image, zIndex });
    styles.set(canvas, new Map([...(styles.get(canvas) ?? []), [zIndex, style]]));
    return style;
  };
}

/** How far the middle of a name is below the circle. */
const nameGapPx = 9;

/** Returns the style of the name below a single face. A pile has none. */
export function createNameStyles({ placeText, halo }: MapColours): (pile: Pile<MemberPoint> | undefined) => Style | undefined {
  const styles = new WeakMap<Pile<MemberPoint>, Style>();
  const fill = new Fill({ color: placeText });
  const stroke = new Stroke({ color: halo, width: 3 });
  const font = `600 12px ${fontFamily}`;
  return (pile) => {
    const [point, second] = pile?.points ?? [];
    if (!pile || !point || second || point.member.name === '') return undefined;
    const text = shownName(point.member.name);
    const style =
      styles.get(pile) ?? new Style({ text: new Text({ text, font, fill, stroke, offsetY: pile.px / 2 + nameGapPx }) });
    styles.set(pile, style);
    return style;
  };
}
