// Notifications about cases: recipients, texts and pushes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { notifications } from '#shared/contract/notifications.ts';
import { reports } from '#shared/contract/reports.ts';
import { hourMs } from '#shared/rules/durations.ts';
import { notificationTexts, reportPosition, uploadPicture, write } from '#server/testing/members/actions.ts';
import { accuse, allVote, casesOf, crowd, juryOf, quickJuries } from '#server/testing/members/juries.ts';
import type { Member } from '#server/testing/app/members.ts';
import { change, newDevice, pushHosts } from '#server/testing/members/settings.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';

let app: TestApp;
let anton: Member;
let boris: Member;
let neighbours: Member[];
beforeAll(async () => {
  app = await openTestApp({ env: pushHosts, limits: quickJuries });
  anton = await app.member({ name: 'Anton' });
  boris = await app.member({ name: 'Boris' });
  neighbours = await crowd(app, 5);
});
afterAll(() => app.close());

test('a juror’s push does not mention a case, even with previews on', async () => {
  const device = newDevice();
  for (const juror of neighbours) await change(juror, { pushSubscriptions: [newDevice()], previews: true });
  await change(anton, { pushSubscriptions: [device], previews: true });
  await accuse(boris, 'profile', anton.profileId, { reason: 'hate' });
  const jury = await juryOf(neighbours);
  await expect.poll(() => app.push.sent.length).toBe(5);
  await allVote(jury, 'warn');
  await expect.poll(() => app.push.sent.length).toBe(6);
  for (const { payload } of app.push.sent) expect(payload).not.toMatch(/member|case|rule|decide|vote|Anton|Boris/i);
});

test('all jurors receive the same text without names', async () => {
  const texts = await Promise.all(neighbours.map(notificationTexts));
  expect(new Set(texts.flat())).toEqual(
    new Set(['You are one of five members who are asked to decide a case. Your vote is secret.']),
  );
});

test('each juror reads the text in the language of their app, but an older notification as it was stored', async () => {
  const [member] = neighbours;
  if (!member) throw new Error('There are no neighbours.');
  const listIn = async (language: string): Promise<string[]> => {
    const args = { params: { profileId: member.profileId } };
    const listed = await member.call(notifications.getNotifications, args, { 'accept-language': language });
    return listed.map(({ bodyText }) => bodyText);
  };
  expect(await listIn('de')).toContain(
    'Du bist eines von fünf Mitgliedern, die über einen Fall entscheiden sollen. Deine Stimme ist geheim.',
  );
  expect(await listIn('ar')).toContain('اختير خمسة أعضاء للبتّ في قضية، وأنت أحدهم. صوتك سرّي.');
  await app.world.db.write((tx) =>
    tx.updateTable('notifications').set({ case_news: null }).where('profile_id', '=', member.profileId).execute(),
  );
  expect(await listIn('de')).toContain('You are one of five members who are asked to decide a case. Your vote is secret.');
});

test('on open sockets a suspended member disappears, and reappears after the suspension', async () => {
  for (const member of [anton, boris]) await reportPosition(member, app.clock.now());
  await write(anton, boris, 'Filth');
  const socket = await openSocket(boris);
  socket.say({ type: 'watchSectors', sectors: ['33:-113'] });
  await socket.settled();
  // Within a day, the report would join the earlier case about the profile.
  app.clock.pass(25 * hourMs);
  await accuse(boris, 'profile', anton.profileId, { reason: 'hate' });
  await allVote(await juryOf(neighbours), 'suspend');
  await socket.until('gone', ({ profileId }) => profileId === anton.profileId);
  await reportPosition(anton, app.clock.now());
  app.clock.pass(72 * hourMs);
  await reportPosition(anton, app.clock.now());
  await socket.until('brief', ({ brief }) => brief.profileId === anton.profileId);
});

test('a suspended juror cannot vote', async () => {
  const carl = await app.member({ name: 'Carl' });
  const dora = await app.member({ name: 'Dora' });
  await accuse(dora, 'profile', carl.profileId);
  const [first] = await juryOf([...neighbours, anton, boris]);
  if (!first) throw new Error('Nobody was drawn.');
  app.world.bus.publish({ type: 'suspensionChanged', profileId: first.juror.profileId, untilMs: app.clock.now() + 1_000 });
  const refused = await first.juror.ask(reports.putVote, { params: { id: first.caseId }, body: { vote: 'none' } });
  expect([refused.status, Reflect.get(Object(refused.body), 'code')]).toEqual([403, 'suspended']);
  app.clock.pass(1_000);
  expect((await casesOf(first.juror)).seats).toHaveLength(1);
});

test('a sent private picture is shown only to the jury as evidence', async () => {
  const [emil, fritz] = (await crowd(app, 2)) as [Member, Member];
  const id = await uploadPicture(emil);
  const sent = await write(emil, fritz, '', [id]);
  await accuse(fritz, 'message', sent.id, { reason: 'unwanted-picture' });
  await expect
    .poll(async () => {
      const looks = await app.world.db.read
        .selectFrom('cases')
        .select('state')
        .where('subject_id', '=', emil.profileId)
        .execute();
      return looks.map(({ state }) => state);
    })
    .toEqual(['judging']);
  const everybody = [...neighbours, anton, boris];
  let looks = 0;
  for (const member of everybody) {
    expect((await member.send('GET', `/api/profile-pic/${id}`)).status).toBe(404);
    const ofEmil = (await casesOf(member)).seats.filter(({ reason }) => reason === 'unwanted-picture');
    for (const { caseId } of ofEmil) {
      const [evidence] = (await member.call(reports.getCase, { params: { id: caseId } })).evidence;
      expect(evidence?.pictures).toHaveLength(1);
      looks += 1;
    }
  }
  expect(looks).toBeGreaterThan(0);
  expect((await fritz.call(messages.getMessage, { params: { id: sent.id } })).profilePicIds).toEqual([id]);
});
