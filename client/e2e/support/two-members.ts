// The product's main way as tests: two people who know nothing but the address register, find each other and talk, online and off.
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { distanceMetres, shownDistance } from '#shared/rules/distance.ts';
import { portrait } from '../../../scripts/portraits.ts';
import type { Person } from './person.ts';
import { linkIn, until } from './server.ts';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';

/** Two miles apart, in Phoenix. */
const alansPlace = { latitude: 33.4567, longitude: -112.0834 };
const benosPlace = { latitude: 33.4784, longitude: -112.0613 };

/** Where the journey is made: a running server at an origin, two browsers, and a way to read mail. */
export interface Meeting {
  readonly origin: string;
  readonly alan: Person;
  readonly beno: Person;
  mailTo(address: string): Promise<string>;
  close(): Promise<void>;
}

export const places = { alan: alansPlace, beno: benosPlace };

/** Declares the tests of the journey, in their order, on what `prepare` opens. */
export function twoMembersMeet(prepare: () => Promise<Meeting>): void {
  let meeting: Meeting;
  let alan: Person;
  let beno: Person;
  let pictures = '';

  beforeAll(async () => {
    meeting = await prepare();
    ({ alan, beno } = meeting);
    pictures = await mkdtemp(path.join(tmpdir(), 'portraits-'));
  });

  afterAll(async () => {
    await meeting.close();
    await rm(pictures, { recursive: true, force: true });
  });

  const main = (person: Person) => person.page.getByRole('main');
  const open = (person: Person, to: string) => person.page.goto(meeting.origin + to);
  const pathOf = (page: Page) => new URL(page.url()).pathname;

  async function register(person: Person, address: string): Promise<void> {
    await open(person, '/');
    await main(person).getByRole('link', { name: 'Register' }).click();
    await person.page.getByLabel('Email').fill(address);
    for (const box of ['Technical', 'Age', 'Law']) await person.page.getByRole('checkbox', { name: box }).check();
    await person.page.getByRole('button', { name: 'Send Login Link' }).click();
    await person.page.getByText('a login link is on its way').waitFor();
    await person.page.goto(linkIn(await meeting.mailTo(address)));
    await main(person).getByText('Your profile has no name yet').waitFor();
  }

  async function describe(person: Person, name: string, birthdate: string, seed: number): Promise<void> {
    await open(person, '/profileEdit');
    await person.page.getByLabel('Public name').fill(name);
    await person.page.getByLabel('Birthdate').fill(birthdate);
    await person.page.getByLabel('Height').focus();
    await person.page.getByText('Saved', { exact: true }).waitFor();
    await person.page.getByText('Coffee', { exact: true }).click();
    await person.page.getByText('Saved', { exact: true }).waitFor();

    const file = path.join(pictures, `${name}.png`);
    await writeFile(file, await portrait(seed, 1_024));
    await open(person, '/profilePicUpload');
    await person.page.locator('input[type=file]').first().setInputFiles(file);
    await until(`the picture of ${name}`, async () => (await ownProfile(person)).profilePicIds.length === 1);
  }

  /** What the person's own app would be told about his profile: for looking at results, never for acting. */
  const ownProfile = (person: Person): Promise<{ id: string; profilePicIds: string[] }> =>
    person.page.evaluate(async () => {
      const { defaultProfileId } = await (await fetch('/api/settings')).json();
      return (await fetch(`/api/profile/${defaultProfileId}`)).json();
    });

  /** Lets the device say where he is, then drags the own marker a little by hand. */
  async function placeOnMap(person: Person): Promise<{ lat: number; lng: number }> {
    await open(person, '/search/map');
    await person.page.getByRole('button', { name: /Switch to GPS/ }).click();
    await until('a fix of the device', async () => (await reported(person))?.type === 'device');
    await person.page.getByRole('button', { name: /Switch to walk/ }).click();
    await until('walk mode', async () => (await reported(person))?.type === 'override');
    await person.page.getByRole('button', { name: /^Me/ }).click();
    const before = await settled(person);
    await person.page.mouse.move(before.x, before.y);
    await person.page.mouse.down();
    await person.page.mouse.move(before.x + 24, before.y + 12, { steps: 6 });
    await person.page.mouse.up();
    return until('the marker to stand where it was dragged', async () => {
      const now = await reported(person);
      return now !== null && (now.lat !== before.lat || now.lng !== before.lng) ? now : null;
    });
  }

  /** Where the own marker stands on the screen once the flight to it is over: in the middle of the map. */
  async function settled(person: Person): Promise<{ x: number; y: number; lat: number; lng: number }> {
    const box = await person.page.locator('.map-view-target').boundingBox();
    if (box === null) throw new Error('There is no map');
    const place = await until('the map to rest on the own marker', async () => {
      const own = await reported(person);
      const view = await person.page.evaluate(() => JSON.parse(localStorage.getItem('mapViewState') ?? 'null'));
      return own !== null && view !== null && Math.abs(view.lat - own.lat) < 1e-4 && Math.abs(view.lon - own.lng) < 1e-4
        ? own
        : null;
    });
    return { x: box.x + box.width / 2, y: box.y + box.height / 2, ...place };
  }

  const reported = (person: Person): Promise<{ type: string; lat: number; lng: number } | null> =>
    person.page.evaluate(() => JSON.parse(localStorage.getItem('lastLocation') ?? 'null'));

  test('both register by mail and say who they are', async () => {
    await register(alan, 'alan@example.org');
    await describe(alan, 'Alan', '1990-05-17', 3);
    await register(beno, 'beno@example.org');
    await describe(beno, 'Beno', '1988-02-01', 8);
  });

  test('both place themselves on the map, two miles apart, and Beno finds Alan there and in the tiles', async () => {
    const alansPoint = await placeOnMap(alan);
    const benosPoint = await placeOnMap(beno);
    expect(
      distanceMetres({ lat: alansPoint.lat, lon: alansPoint.lng }, { lat: benosPoint.lat, lon: benosPoint.lng }),
    ).toBeGreaterThan(2_500);

    const alansProfile = await ownProfile(alan);
    const published = await until('Alan to be published', () =>
      beno.page.evaluate(async (id) => {
        const briefs: { profileId: string; lat: number; lon: number }[] = await (
          await fetch('/api/profile-briefs/nearest')
        ).json();
        return briefs.find((brief) => brief.profileId === id) ?? null;
      }, alansProfile.id),
    );
    const expected = shownDistance(distanceMetres({ lat: benosPoint.lat, lon: benosPoint.lng }, published), 'miles');

    await open(beno, '/search/tile');
    const tile = main(beno).getByRole('link', { name: /Alan/ });
    await tile.getByText(expected, { exact: true }).waitFor();

    await open(beno, '/search/map');
    await beno.page.getByRole('button', { name: /List/ }).click();
    await beno.page.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Alan' }).getByText(expected).waitFor();
  });

  test('Beno likes Alan, and Alan learns of it', async () => {
    await open(beno, '/search/tile');
    await main(beno).getByRole('link', { name: /Alan/ }).click();
    await main(beno).getByRole('button', { name: 'Like', exact: true }).click();
    await main(beno).getByRole('button', { name: 'Remove Like' }).waitFor();
    await open(alan, '/likes/profilelikedyou');
    await main(alan).getByText('Beno').waitFor();
    expect(pathOf(alan.page)).toBe('/likes/profilelikedyou');
  });

  test('nothing in either browser complained, and nobody else was asked for anything', async () => {
    expect([...alan.complaints, ...beno.complaints]).toEqual([]);
    expect([...alan.hosts, ...beno.hosts].filter((host) => host !== new URL(meeting.origin).host)).toEqual([]);
  });
}
