// The view transition in which a tapped face grows into the profile's picture or the head of the conversation.
import type { MouseEvent } from 'react';
import './face-transition.css';

/** The name that both faces have during the transition, as in `face-transition.css`. */
const transitionName = 'face';
/** A screen that takes longer is shown without a transition. */
const longestWaitMs = 1_000;
const transitionMs = 300;

let tapped: { readonly profileId: string; readonly face: HTMLElement } | null = null;

const forgetTapped = (): void => {
  tapped?.face.style.removeProperty('view-transition-name');
  tapped = null;
};

/** The click handler of a link that contains a `.picture` of the person. */
export const faceTransitionFrom =
  (profileId: string) =>
  ({ currentTarget }: MouseEvent<HTMLElement>): void => {
    forgetTapped();
    const face = currentTarget.querySelector<HTMLElement>('.picture');
    if (face === null || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    face.style.setProperty('view-transition-name', transitionName);
    tapped = { profileId, face };
    setTimeout(() => tapped?.face === face && forgetTapped(), longestWaitMs);
  };

/** The ref of the element into which the face grows. Memoize it for each profile. */
export const faceTransitionTo =
  (profileId: string) =>
  (element: HTMLElement | null): void => {
    if (element === null || tapped?.profileId !== profileId) return;
    forgetTapped();
    element.style.setProperty('view-transition-name', transitionName);
    setTimeout(() => element.style.removeProperty('view-transition-name'), transitionMs);
  };
