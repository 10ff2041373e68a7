// Evidence as jurors and administrators see it: without the names of members concerned, in any text.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { account } from '#shared/contract/account.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { reports } from '#shared/contract/reports.ts';
import { broadcast, reportPosition, write } from '#server/testing/members/actions.ts';
import { accuse, allVote, crowd, juryOf, quickJuries } from '#server/testing/members/juries.ts';
import { change } from '#server/testing/members/settings.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { createRaise } from './reports.service.ts';

let app: TestApp;
let marek: Member;
let boris: Member;
let ada: Member;
let neighbours: Member[];
beforeEach(async () => {
  app = await openTestApp({ limits: quickJuries });
  const description = 'Marek here, some say MAREK WOLF. Mail marekw@example.org, insta: grey_one.\nGrüße, wolf';
  marek = await app.member({ name: 'Marek Wolf', description, email: 'greywolf77@example.org' });
  boris = await app.member({ name: 'Boris' });
  await change(boris, { name: 'Borislav Novak' });
  ada = await app.member({ name: 'Ada', roles: ['ADMIN'] });
  neighbours = await crowd(app, 8);
});
afterEach(() => app.close());

const nameIn = /marek|wolf|boris|novak|grey/i;
const readAsJuror = async () => {
  const [seat] = await juryOf(neighbours);
  return seat!.juror.call(reports.getCase, { params: { id: seat!.caseId } });
};
const readAsAdmin = (id: string) => ada.call(reports.getAdminCase, { params: { id } });
const rename = (member: Member, profilename: string) =>
  member.call(profiles.putProfile, { body: { id: member.profileId, profilename } });
const evidenceStored = async () =>
  JSON.stringify(await app.world.db.read.selectFrom('case_evidence').select(['said', 'words']).execute());

test('a profile’s text and the reporter’s comment name nobody, and all other words stay', async () => {
  await accuse(boris, 'profile', marek.profileId, {
    words: 'Wolf told Boris (that is me, novak) to go away, see www.spam.example',
  });
  const { evidence } = await readAsJuror();
  expect(JSON.stringify(evidence)).not.toMatch(nameIn);
  expect(evidence[0]?.said[0]?.text).toBe('[…] here, some say […]. Mail […] […]\nGrüße, […]');
  expect(evidence[0]?.words).toEqual(['[…] told […] (that is me, […]) to go away, see […]']);
  expect(await evidenceStored()).not.toMatch(nameIn);
});

test('messages, the messages before them, and broadcasts name neither member', async () => {
  await write(boris, marek, 'Marek, this is Borislav');
  const { id } = await write(marek, boris, 'boris, you ugly NOVAK');
  await accuse(boris, 'message', id);
  await reportPosition(boris, app.clock.now());
  await reportPosition(marek, app.clock.now());
  const received = await broadcast(marek, 'Boris is here, says greywolf77');
  await accuse(boris, 'broadcast', received.id);
  const { evidence } = await readAsJuror();
  expect(evidence.map(({ said }) => said.map(({ text }) => text)).toSorted()).toEqual([
    ['[…] is here, says […]'],
    ['[…], this is […]', '[…], you ugly […]'],
  ]);
});

test('the recipient of a message reported by the product is not named', async () => {
  const { id } = await write(marek, boris, 'Hello Boris, send money');
  const item = { kind: 'message', id } as const;
  const words = 'Seen often.';
  await app.world.db.write((tx) =>
    createRaise(app.world)(tx, { origin: 'spam', subjectProfileId: marek.profileId, item, words }),
  );
  app.world.bus.publish({ type: 'casesDue' });
  expect((await readAsJuror()).evidence[0]).toMatchObject({ said: [{ text: 'Hello […], send money' }], words: [words] });
});

test('an appeal names nobody to the administrator, even after the parties changed their names and one has left', async () => {
  await accuse(boris, 'profile', marek.profileId, { words: 'Marek again' });
  const jury = await juryOf(neighbours);
  const caseId = jury[0]!.caseId;
  await allVote(jury, 'warn');
  const words = 'I am Marek Wolf and Boris lies';
  await marek.call(reports.postAppeal, { params: { id: caseId }, body: { words } });
  for (const [member, name] of [
    [marek, 'Somebody'],
    [boris, 'Else'],
  ] as const)
    await rename(member, name);
  const expected = { appealWords: 'I am […] and […] lies', evidence: [{ words: ['[…] again'] }] };
  expect(await readAsAdmin(caseId)).toMatchObject(expected);
  expect(JSON.stringify(await readAsAdmin(caseId))).not.toMatch(nameIn);
  await change(boris, { name: '' });
  await boris.call(account.deleteAccount);
  expect(await readAsAdmin(caseId)).toMatchObject({ appealWords: expected.appealWords });
});

test('earlier evidence with names is shown without them', async () => {
  await accuse(boris, 'profile', marek.profileId, { words: 'Marek again' });
  await juryOf(neighbours);
  const said = JSON.stringify([{ isReported: true, text: 'Marek Wolf and Boris' }]);
  await app.world.db.write(async (tx) => {
    await tx.updateTable('case_evidence').set({ said, words: 'Of marek' }).execute();
    await tx.updateTable('reports').set({ masked_words: null, said_before: said }).execute();
  });
  expect((await readAsJuror()).evidence[0]).toMatchObject({
    said: [{ text: '[…] and […]' }, { text: '[…] and […]' }],
    words: ['Of […]', '[…] again'],
  });
});
