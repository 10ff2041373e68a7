// Gives the first field with an error the focus when its form is sent, so that it is in view and screen readers say the error.

/** Errors that come with the server's answer are left to the form. */
export function focusErrors(): void {
  addEventListener('submit', ({ target }) =>
    // The form shows its errors before the timer ends.
    setTimeout(() => (target as HTMLFormElement).querySelector<HTMLElement>('[aria-invalid]')?.focus()),
  );
}
