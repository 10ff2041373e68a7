// The values that the server writes in front of the built worker for each host: its build id, its files, its neutral words.

/** An address and the hash of what it holds; `unhashed` files differ per brand or per build under one address. */
export interface HostFile {
  readonly url: string;
  readonly revision: string;
}

export interface WorkerHost {
  /** Changes with any byte that this host serves; also names the cache of its pages. */
  readonly build: string;
  /** Pages by address, with the neutral shell and the not-found page among them, and the brand's unhashed files. */
  readonly files: readonly HostFile[];
  /** What a push that can't be read is shown as. */
  readonly notification: { readonly title: string; readonly body: string };
}
