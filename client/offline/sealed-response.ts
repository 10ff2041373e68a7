// Stores responses in Cache Storage with encrypted bodies, under addresses that disclose no person and no place.
import { currentDataKeys } from '#client/device/data-keys.ts';
import { sealBytes, sealName, unsealBytes } from './seal.ts';

const sealedHeader = 'x-sealed';

/** Path and query are encrypted separately, so that all sizes of a picture are found by its path. */
export async function sealedAddress(url: string): Promise<string> {
  const { origin, pathname, search } = new URL(url);
  const [path, query] = await Promise.all([sealName(pathname), sealName(search)]);
  return `${origin}/sealed/${encodeURIComponent(path)}?${encodeURIComponent(query)}`;
}

/** If there are no keys, the body is not encrypted. A visitor stores only pictures and texts that they share with the app. */
export async function sealResponse(body: ArrayBuffer | null, status: number, headers: Headers): Promise<Response> {
  if (body === null || currentDataKeys() === null) return new Response(body, { status, headers });
  headers.set(sealedHeader, 'true');
  return new Response(await sealBytes(body), { status, headers });
}

/** Rejects without the keys with which the body was encrypted. */
export async function unsealResponse(response: Response): Promise<Response> {
  if (!response.headers.has(sealedHeader)) return response;
  const { status, headers } = response;
  return new Response(await unsealBytes(await response.arrayBuffer()), { status, headers });
}
