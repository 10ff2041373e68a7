// A hook of fields: keeps what was typed before hydration, and gives the first field with an error the focus when its form is sent.
import { useEffect } from 'react';

/** Calls `adopt` once after hydration. The next render would clear the input. */
export function useInputBeforeHydration(id: string, adopt: (control: HTMLInputElement | HTMLTextAreaElement) => void): void {
  useEffect(() => {
    const control = document.getElementById(id);
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)) return;
    adopt(control);
    // The form shows its errors before the timer ends. Those that come with the server's answer are left to the form.
    control.form?.addEventListener('submit', () =>
      setTimeout(() => control.form?.querySelector<HTMLElement>('[aria-invalid]')?.focus()),
    );
    // oxlint-disable-next-line react/exhaustive-deps -- runs once, after hydration
  }, []);
}
