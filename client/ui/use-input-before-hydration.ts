// A hook that keeps what a visitor typed into a prerendered page before hydration. The next render would clear it.
import { useEffect } from 'react';

/** Calls `adopt` once after hydration. */
export function useInputBeforeHydration(id: string, adopt: (control: HTMLInputElement | HTMLTextAreaElement) => void): void {
  useEffect(() => {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) adopt(control);
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, after hydration
  }, []);
}
