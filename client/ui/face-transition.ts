// The tapped face that grows into the profile's picture or the conversation's head.
import type { MouseEvent } from 'react';
import './face-transition.css';

/** The name that both ends of the transition have for its time, in `face-transition.css`. */
const transitionName = 'face';
/** A screen that takes longer to come is simply shown. */
const longestWaitMs = 1_000;
const transitionMs = 300;

let tapped: { readonly profileId: string; readonly face: HTMLElement } | null = null;

const letGo = (): void => {
  tapped?.face.style.removeProperty('view-transition-name');
  tapped = null;
};

/** For the click of a link that holds a `.picture` of the person. */
export const growFace =
  (profileId: string) =>
  ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    letGo();
    const face = currentTarget.querySelector<HTMLElement>('.picture');
    if (face === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    face.style.setProperty('view-transition-name', transitionName);
    tapped = { profileId, face };
    setTimeout(() => tapped?.face === face && letGo(), longestWaitMs);
  };

/** The ref of the element that the person's face grows into; stable for one profile where it is memoized. */
export const grownFace =
  (profileId: string) =>
  (element: HTMLElement | null): void => {
    if (element === null || tapped?.profileId !== profileId) return;
    letGo();
    element.style.setProperty('view-transition-name', transitionName);
    setTimeout(() => element.style.removeProperty('view-transition-name'), transitionMs);
  };
