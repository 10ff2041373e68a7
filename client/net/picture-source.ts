// The source of a picture: its URL, or a blob if no worker adds the proof that the app lock is open to image requests.
import { useEffect, useState } from 'react';
import { proofHeader } from '#client/device/data-keys.ts';
import { localKeys, readLocal } from '#client/device/storage.ts';

/** Also true after a hard reload, because the worker does not serve such a page. */
export const needsBlobs = (): boolean => readLocal(localKeys.lock) !== null && navigator.serviceWorker?.controller == null;

/** Null while a blob loads. If the blob cannot be loaded it is the URL, so that the image fires its error event. */
export function usePictureSource(url: string | null): string | null {
  const [loaded, setLoaded] = useState<{ readonly url: string; readonly source: string } | null>(null);
  const isDirect = url === null || !needsBlobs();
  useEffect(() => {
    if (isDirect) return;
    let isGone = false;
    let source = '';
    void pictureSource(url).then((next) => {
      source = next;
      if (isGone) URL.revokeObjectURL(source);
      else setLoaded({ url, source });
    });
    return () => {
      isGone = true;
      URL.revokeObjectURL(source);
    };
  }, [url, isDirect]);
  if (isDirect) return url;
  return loaded?.url === url ? loaded.source : null;
}

/** Returns the URL of the picture, or of its blob, which stays until the caller revokes the URL or the page closes. */
export async function pictureSource(url: string): Promise<string> {
  if (!needsBlobs()) return url;
  try {
    // With its type, without which browsers show no SVG.
    return URL.createObjectURL(await (await fetchAllowed(url)).blob());
  } catch {
    return url;
  }
}

/** Fetches the bytes of a map tile. */
export const fetchBytes = async (url: string): Promise<ArrayBuffer> => (await fetchAllowed(url)).arrayBuffer();

async function fetchAllowed(url: string): Promise<Response> {
  const response = await fetch(url, { headers: proofHeader(), cache: 'no-store' });
  if (!response.ok) throw new Error(`${url} answered ${response.status}`);
  return response;
}
