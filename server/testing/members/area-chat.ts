// Members of one sector and their calls of the area chat, for tests.
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { messages, type Broadcast } from '#shared/contract/messages.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import type { Member, NewMember } from '#server/testing/app/members.ts';
import { reportPosition } from './actions.ts';
import { openSocket } from './sockets.ts';

export let app: TestApp;
let row = -80;

/** Call once, at the top of a test file. Each test uses its own sector. */
export function openAreaChat(): void {
  beforeAll(async () => {
    app = await openTestApp();
  });
  afterAll(() => app.close());
  beforeEach(() => goToRow(row + 1));
}

export const testSector = () => `${row}:20`;
export const neighbourSector = () => `${row}:21`;
/** Later reports are from the sector of this latitude. */
export const goToRow = (latitude: number): void => void (row = latitude);
/** Later reports are from the sector in the north. */
export const goNorth = (): void => goToRow(row + 1);

export const report = (member: Member, { hide = false, north = 0, inApp = app } = {}) =>
  reportPosition(member, inApp.clock.now(), { lat: row + 0.5 + north, lon: 20.5, hide });

/** A member in the test's sector. */
export async function neighbour(options: NewMember = {}): Promise<Member> {
  const member = await app.member(options);
  return report(member).then(() => member);
}
export const draft = ({ profileId: senderProfileId }: Member, bodyText: string, profilePicIds: string[] = []) => ({
  senderProfileId,
  bodyText,
  profilePicIds,
});
export const ask = (from: Member, bodyText: string, key?: string, profilePicIds?: string[]) =>
  from.ask(
    messages.postMessage,
    { body: draft(from, bodyText, profilePicIds) },
    key === undefined ? {} : { 'idempotency-key': key },
  );
export const fetchPage = (viewer: Member, sector = testSector(), page: Record<string, string | boolean> = {}) => {
  const query = { sinceMessageId: undefined, beforeMessageId: undefined, includeTestData: false, ...page };
  return viewer.ask(messages.getBySector, { params: { sector }, query });
};
export const listOf = async (viewer: Member, sector = testSector(), page = {}) =>
  (await fetchPage(viewer, sector, page)).body as Broadcast[];
export const textsOf = (list: readonly { bodyText: string }[]) => list.map(({ bodyText }) => bodyText);
export const remove = (viewer: Member, { id }: { id: string }, forBoth = false) =>
  viewer.ask(messages.deleteMessage, { params: { id }, query: { forBoth } });
export const ownSector = async (member: Member) => (await member.call(messages.getOwnSector)).sector;
export async function socketOf(member: Member, sectors = [testSector()]) {
  const socket = await openSocket(member);
  socket.say({ type: 'watchSectors', sectors });
  await socket.settled();
  return socket;
}
