// The outcome of a login, which the screens show.

export type LoginOutcome =
  | { readonly is: 'loggedIn' }
  /** Another browser requested the link, so the member has to confirm. */
  | { readonly is: 'unconfirmed' }
  /** The device has unsent writes of another account, which the login would delete. The session exists only on the server. */
  | { readonly is: 'deletesUnsent'; readonly proceed: () => Promise<void>; readonly cancel: () => Promise<unknown> }
  | { readonly is: 'refused'; readonly message: string }
  /**
   * The server could not be reached or was in trouble. If that was after the login, `finish` does the rest, because a link works once.
   */
  | { readonly is: 'lost'; readonly message: string; readonly finish: (() => Promise<LoginOutcome>) | null };
