// Adopts input made in a prerendered page before hydration, which the next render would otherwise clear.
import { useEffect } from 'react';

/** Calls `adopt` once after hydration. */
export function useInputBeforeHydration(id: string, adopt: (control: HTMLInputElement | HTMLTextAreaElement) => void): void {
  useEffect(() => {
    const control = document.getElementById(id);
    if (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement) adopt(control);
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, after hydration
  }, []);
}
