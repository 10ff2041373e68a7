// Takes over what was typed or ticked in a painted page before its script was there: else the next render would take it away.
import { useEffect } from 'react';

/** `tell` gets the control once, when it comes to life; whoever renders it empty takes what is in it then. */
export function useTypedBefore(id: string, tell: (control: HTMLInputElement | HTMLTextAreaElement) => void): void {
  useEffect(() => {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) tell(control);
    // oxlint-disable-next-line react/exhaustive-deps -- a page comes to life once
  }, []);
}
