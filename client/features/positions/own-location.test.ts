// Tests that the location is reported when the page is left or hidden.
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';

const phoenix = { lat: 33.4484, lng: -112.074 };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

test.each(['pagehide', 'visibilitychange'])(
  'at %s a waiting report is sent at once, in such a way that the browser finishes it after the page is left',
  async (event) => {
    const [page, shown] = [new EventTarget(), Object.assign(new EventTarget(), { hidden: true })];
    const sent: [string, RequestInit][] = [];
    vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
    vi.stubGlobal('document', shown);
    vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
    vi.stubGlobal('sessionStorage', { getItem: () => '1', setItem: () => undefined });
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      sent.push([path, init]);
      return new Response(null, { status: 204 });
    });
    const { sessionRecord } = await import('#client/device/session-record.ts');
    const { ownLocation, startReporting } = await import('./own-location.ts');
    sessionRecord.set({ profileId: 'ada', roles: ['USER'] });
    const reporting = new AbortController();
    startReporting('ada', reporting.signal);
    ownLocation.placeAt(phoenix);
    await new Promise((resolve) => setTimeout(resolve));
    expect(sent).toEqual([]);
    (event === 'pagehide' ? page : shown).dispatchEvent(new Event(event));
    expect(sent).toEqual([['/api/profile-position/ada', expect.objectContaining({ method: 'PUT', keepalive: true })]]);

    reporting.abort();
    ownLocation.placeAt({ ...phoenix, lat: 34 });
    await new Promise((resolve) => setTimeout(resolve));
    (event === 'pagehide' ? page : shown).dispatchEvent(new Event(event));
    expect(sent).toHaveLength(1);
  },
);
