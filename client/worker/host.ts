// The values that the server prepends to the built worker for each host.

/** A URL and the hash of its content. */
export interface HostFile {
  readonly url: string;
  readonly revision: string;
}

export interface WorkerHost {
  /** Changes with any byte that this host serves; part of the name of the pages' cache. */
  readonly build: string;
  /** Pages, including the neutral shell and the not-found page, and files without a hash in their names. */
  readonly files: readonly HostFile[];
  /** Paths of the screens that start with the neutral shell, with {name} parameters. */
  readonly screens: readonly string[];
  /** Names of the files with a hash in their names, in /assets/. */
  readonly assets: readonly string[];
  /** Shown for an unreadable push. */
  readonly notification: { readonly title: string; readonly body: string };
}
