// An in-memory Cache Storage with the methods that the service worker uses.

type CacheLike = Pick<Cache, 'match' | 'matchAll' | 'put' | 'delete' | 'keys'>;

export interface MemoryCaches {
  readonly open: (name: string) => Promise<CacheLike>;
  /** Searches one cache without creating it. */
  readonly match: (request: RequestInfo | URL, options: MultiCacheQueryOptions) => Promise<Response | undefined>;
  readonly has: (name: string) => Promise<boolean>;
  readonly delete: (name: string) => Promise<boolean>;
  readonly keys: () => Promise<string[]>;
}

export function memoryCaches(origin = 'https://example.org'): MemoryCaches {
  const caches = new Map<string, CacheLike>();
  return {
    open: async (name) => {
      const cache = caches.get(name) ?? memoryCache(origin);
      caches.set(name, cache);
      return cache;
    },
    match: async (request, { cacheName = '', ...options }) => caches.get(cacheName)?.match(request, options),
    has: async (name) => caches.has(name),
    delete: async (name) => caches.delete(name),
    keys: async () => [...caches.keys()],
  };
}

function memoryCache(origin: string): CacheLike {
  const entries = new Map<string, { readonly request: Request; readonly response: Response }>();
  const urlOf = (request: RequestInfo | URL): string => (request instanceof Request ? request.url : String(request));
  const pathOf = (url: string): string => url.replace(/\?.*/, '');
  /** Returns the matching URLs in insertion order. */
  const matching = (request: RequestInfo | URL, options?: CacheQueryOptions): string[] =>
    options?.ignoreSearch
      ? [...entries.keys()].filter((url) => pathOf(url) === pathOf(urlOf(request)))
      : [...entries.keys()].filter((url) => url === urlOf(request));
  return {
    match: async (request, options) => entries.get(matching(request, options)[0] ?? '')?.response.clone(),
    matchAll: async () => [...entries.values()].map(({ response }) => response.clone()),
    put: async (request, response) => {
      entries.delete(urlOf(request));
      entries.set(urlOf(request), { request: new Request(new URL(urlOf(request), origin)), response });
    },
    delete: async (request, options) => matching(request, options).map((url) => entries.delete(url)).length > 0,
    keys: async () => [...entries.values()].map(({ request }) => request),
  };
}
