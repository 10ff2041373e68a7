// Plants a text in each kind of data on a device, and ends the visit in each way, for any browser.
import { randomBytes } from 'node:crypto';
import { portrait } from '#server/outside/portraits.ts';
import type { SearchedTexts } from '#client/testing/file-search.ts';
import type { Device } from './device.ts';
import { keptData } from './kept-data.ts';
import type { Member } from './member.ts';
import { until, type RunningServer } from './server.ts';

const pin = 'blue-74-kettle';

/** The text is random, so that compression leaves it in one piece. */
export const random = (): string => randomBytes(9).toString('hex');

export interface Visited {
  readonly server: RunningServer;
  readonly device: Device;
}

/** Logs a new member in and uses the app, so that all planted texts are on the device. */
export async function plant({ server, device }: Visited, ben: Member, isSealed: boolean): Promise<SearchedTexts> {
  await device.goto(server.origin);
  await until('the worker', () => asked(device, () => navigator.serviceWorker.controller?.state === 'activated', null));
  const own = await logIn({ server, device });
  const pictureId = await device.run(addPicture, { own, base64: (await portrait(5, 400)).toString('base64') });
  const [text, draft, place] = [random(), random(), 40 + Number(`0.${randomBytes(5).readUIntBE(0, 5)}`)];
  const messageId = await ben.say(text, own);
  const keptText = async (): Promise<string> => JSON.stringify(await device.run(keptData, null).catch(() => null));
  await device.goto(`${server.origin}/tos`);
  await until('the place', async () => {
    await device.run(isSealed ? keepPlace : storePlace, { type: 'override', lat: place, lng: -112, fixMs: null });
    return (await keptText()).includes(String(place));
  });
  await device.goto(`${server.origin}/search/map`);
  await until('the tiles', () => asked(device, areTilesCached, null));
  await device.goto(`${server.origin}/profile`);
  await device.goto(`${server.origin}/chat/personal/${ben.profileId}`);
  await shown(device, text);
  await fill(device, '.editor textarea', draft);
  const wanted = { text, draft, messageId, pictureId, place: String(place), name: ben.name, own };
  await until('all of it on the device', async () => {
    const kept = await keptText();
    return Object.values(wanted).every((one) => kept.includes(one));
  });
  const { addresses } = await device.run(keptData, null);
  const tile = addresses.find((address) => address.startsWith('/api/map/tiles/'));
  if (tile === undefined) throw new Error('No tile is cached.');
  const key = Uint8Array.from(await device.run(deviceKey, null));
  // The address in the cache contains the tile in this form.
  const encodedTile = encodeURIComponent(tile);
  return { ...wanted, encodedTile, ...(isSealed ? { tile, key } : {}) };
}

/** Resolves to the member's profile id. */
async function logIn({ server, device }: Visited): Promise<string> {
  const email = `${random()}@example.org`;
  const body = JSON.stringify({ email, acknowledgements: ['technical', 'age', 'law'] });
  const headers = { 'content-type': 'application/json', origin: server.origin };
  await fetch(`${server.origin}/api/auth/register`, { method: 'POST', headers, body });
  await device.goto(await server.linkTo(email));
  await until('the login', async () => {
    // The button is pressed repeatedly, since it does nothing before the app has taken over the page.
    await asked(device, pressed, 'Log in');
    return asked(device, () => location.pathname !== '/login', null);
  });
  return until('the session', async () => {
    const kept = await device.run(keptData, null).catch(() => null);
    const id: unknown = Reflect.get(Object(kept?.entries.session), 'profileId');
    return typeof id === 'string' && id;
  });
}

export async function lock({ server, device }: Visited): Promise<void> {
  await device.goto(`${server.origin}/settings#lock`);
  await press(device, 'Lock with a PIN');
  for (const name of ['New PIN', 'Repeat the PIN']) await fill(device, name, pin);
  await press(device, 'Set the lock');
  await press(device, 'Lock now');
  await until('the lock', () => asked(device, () => document.querySelector('.lock-screen h1')?.textContent === 'Locked', null));
}

export async function logOut({ server, device }: Visited): Promise<void> {
  await device.goto(`${server.origin}/logout`);
  await until('the logout', async () => {
    await asked(device, pressed, 'Log out and delete it');
    return asked(device, isShown, 'Login Again');
  });
  await wiped(device);
}

export async function panic({ server, device }: Visited): Promise<void> {
  await device.goto(`${server.origin}/`);
  await until('the button to hold', async () => {
    if (await asked(device, held, 'Hold to clear this app')) return true;
    await asked(device, pressed, 'More');
    return false;
  });
  await shown(device, 'Library books due on Thursday');
  await wiped(device);
}

const wiped = (device: Device) =>
  until('the end of the wipe', () => asked(device, () => localStorage.getItem('wiping') === null, null));
const press = (device: Device, name: string) => until(`the button ${name}`, () => asked(device, pressed, name));
const shown = (device: Device, text: string) => until(`the text ${text}`, () => asked(device, isShown, text));
const fill = (device: Device, field: string, text: string) => until(field, () => asked(device, filled, { field, text }));

/** Returns false while the page is being replaced. */
const asked = <A>(device: Device, ask: (arg: A) => boolean | Promise<boolean>, arg: A): Promise<boolean> =>
  device.run(ask, arg).catch(() => false);

/** This function and all below run in the page. */
function pressed(name: string): boolean {
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('button:enabled')];
  const button = buttons.find((one) => one.textContent.trim() === name && one.checkVisibility());
  button?.click();
  return button !== undefined;
}

function held(name: string): boolean {
  const button = [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name && one.checkVisibility());
  button?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0 }));
  return button !== undefined;
}

const isShown = (text: string): boolean => document.body.innerText.includes(text);

/** Fills the field with this label or selector, as typing would. */
function filled({ field, text }: { field: string; text: string }): boolean {
  const labelled = [...document.querySelectorAll('label')].find((one) => one.textContent.trim() === field)?.control;
  const input = labelled ?? (field.startsWith('.') ? document.querySelector(field) : null);
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return false;
  input.focus();
  input.select();
  return document.execCommand('insertText', false, text) && input.value === text;
}

/** Stores the place in the vault, as another tab would. */
function keepPlace(value: object): void {
  const channel = new BroadcastChannel('vault');
  channel.postMessage({ key: 'lastLocation', value });
  channel.close();
}

const storePlace = (value: object): void => localStorage.setItem('lastLocation', JSON.stringify(value));

const areTilesCached = async (): Promise<boolean> =>
  (await caches.has('member-map-tiles')) && (await (await caches.open('member-map-tiles')).keys()).length > 0;

/** Returns an empty list if the key is not in a file. */
async function deviceKey(): Promise<number[]> {
  const file = await (await navigator.storage.getDirectory()).getFileHandle('device-key').catch(() => null);
  return file === null ? [] : [...new Uint8Array(await (await file.getFile()).arrayBuffer())];
}

/** Uploads a picture that the member's profile shows. */
export async function addPicture({ own, base64 }: { own: string; base64: string }): Promise<string> {
  const form = new FormData();
  const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  form.set('authorProfileId', own);
  form.set('picfilename', 'a.png');
  form.set('picfile', new File([bytes], 'a.png', { type: 'image/png' }));
  const { id } = await (await fetch('/api/profile-pic', { method: 'POST', body: form })).json();
  const plain = { height: '', weight: '', description: '', characteristics: [], birthdate: '1990-01-01' };
  const profile = { id: own, profilename: 'Adalberta', profilePicIds: [id], ...plain };
  const headers = { 'content-type': 'application/json' };
  await fetch('/api/profile', { method: 'PUT', headers, body: JSON.stringify(profile) });
  return String(id);
}
