// The outcome of a login, which the screens show.

export type LoginOutcome =
  | { readonly is: 'loggedIn' }
  /** Another browser requested the link, so the member has to confirm. */
  | { readonly is: 'unconfirmed' }
  /**
   * The device has unsent writes of another account, which `proceed` deletes. Until then only the server has stored the session.
   */
  | { readonly is: 'deletesUnsent'; readonly proceed: () => Promise<void>; readonly cancel: () => Promise<unknown> }
  | { readonly is: 'refused'; readonly message: string }
  /**
   * The server could not be reached, had an error, or asked to try again later. If it had already logged the member in, `finish`
   * does the rest without a second login, because a link works only once.
   */
  | { readonly is: 'lost'; readonly message: string; readonly finish: (() => Promise<LoginOutcome>) | null };
