// The values that the server puts before the built worker, different for each host.

/** A URL and the hash of its content. */
export interface HostFile {
  readonly url: string;
  readonly revision: string;
}

export interface WorkerHost {
  /** Changes with every file that the worker keeps. It is part of the name of the cache of pages. */
  readonly build: string;
  /**
   * The pages to keep, with the neutral page. The server sends them in the language of the browser, and a page has one revision in all
   * languages.
   */
  readonly pages: readonly HostFile[];
  /** Files whose names have no hash. */
  readonly files: readonly HostFile[];
  /** The paths of all other screens, which start with the neutral page, with {name} parameters. */
  readonly screens: readonly string[];
  /** The names of files in /assets/ whose names have a hash. */
  readonly assets: readonly string[];
  /** The names of the languages' files in /assets/, of which a device keeps those of its own language. */
  readonly languages: readonly string[];
  /** Shown for a push that cannot be read, or must not be, as while the app is locked. The body is in each language, by tag. */
  readonly notification: { readonly title: string; readonly bodies: Readonly<Record<string, string>> };
}
