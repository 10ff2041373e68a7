// A whole case: reported, decided by five members, enforced, appealed, and decided by an administrator.
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { messages } from '#shared/contract/messages.ts';
import { profiles } from '#shared/contract/profiles.ts';
import { reports } from '#shared/contract/reports.ts';
import { createCasesStore, type NewCase } from '#server/features/reports/cases.store.ts';
import { write } from '#server/testing/members/actions.ts';
import { crowd, juryOf, quickJuries } from '#server/testing/members/juries.ts';
import type { Member } from '#server/testing/app/members.ts';
import { people } from './support/people.ts';

// Requests for a suspended member are rejected.
const fixture = people({
  isWithoutWorker: true,
  limits: { ...quickJuries, casesSweepMs: 200 },
  excused: /status of (403|404)|ERR_FAILED/,
});
let anton: Member;
let boris: Member;
let ada: Member;
let neighbours: Member[];
beforeAll(async () => {
  anton = await fixture.app.member({ name: 'Anton' });
  boris = await fixture.app.member({ name: 'Boris' });
  ada = await fixture.app.member({ name: 'Ada', roles: ['USER', 'ADMIN'] });
  neighbours = await crowd(fixture.app, 6);
});

const insult = 'You are worth nothing';
const arbitration = '/games/arbitration';

/** The conversation of Boris with Anton. */
const said = async () =>
  (await boris.call(messages.getBetween, { params: { a: boris.profileId, b: anton.profileId }, query: {} })).map(
    ({ bodyText }) => bodyText,
  );

async function reportMessage(page: Page): Promise<void> {
  const bubble = page.getByRole('listitem').filter({ hasText: insult });
  await bubble.getByRole('button', { name: 'More about this message' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('What is wrong').selectOption({ label: 'Puts people down for who they are' });
  await dialog.getByLabel('In your words (optional)').fill('This does not stop');
  // Boris does not block, in order to see the result.
  await dialog.getByRole('checkbox', { name: 'Block this member too' }).uncheck();
  await dialog.getByRole('button', { name: 'Report' }).click();
  await dialog.getByText('Reported. Thank you.').waitFor();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** On the juror's own phone: opens the case from the notification, reads the evidence, and votes. */
async function judge(juror: Member, vote: string): Promise<void> {
  const page = await fixture.open(juror, '/notifications');
  await page
    .getByRole('button', { name: /You are one of five members/ })
    .first()
    .click();
  await page.getByText(/^\d+ (hours?|minutes?) left$/).waitFor();
  // The whole row leads to the case. The click waits until nothing moves or lies above it, as while the screen changes.
  const row = page.getByRole('listitem').filter({ hasText: 'Message: Puts people down for who they are' });
  await row.click({ position: { x: 4, y: 4 } });
  await page.getByText(insult).waitFor();
  await page.getByText('This does not stop').waitFor();
  const text = await page.locator('main').innerText();
  expect(text).not.toMatch(/Anton|Boris/);
  await page.getByRole('radio', { name: vote }).check();
  await page.getByRole('button', { name: 'Vote', exact: true }).click();
  await page.getByRole('heading', { name: 'Community Arbitration' }).waitFor();
  await page.getByText('Cases to vote on').waitFor();
}

test('a reported message leads to five votes and a suspension, which is lifted after an appeal', async () => {
  await write(boris, anton, 'Please stop writing to me');
  await write(anton, boris, insult);
  const boriss = await fixture.open(boris, `/chat/personal/${anton.profileId}`);
  await reportMessage(boriss);
  await boriss.goto(fixture.app.origin + arbitration);
  await boriss.getByText('Message: Puts people down for who they are').waitFor();
  await boriss.getByText('Being decided', { exact: true }).waitFor();

  const jury = await juryOf(neighbours);
  for (const { juror } of jury) await judge(juror, 'Suspend for 72 hours');
  await boriss.getByText('Decided', { exact: true }).waitFor();

  // Anton is hidden from others, can't write, and learns why, until when, and how to appeal.
  await expect.poll(said).toEqual([]);
  const antons = await fixture.open(anton, '/notifications');
  await antons.getByRole('button', { name: /^Your message broke a rule: until .* You can appeal\./ }).click();
  await antons.getByText('Others don’t see you, and you can’t write to them.').waitFor();
  await antons.getByText('The rule: “Nobody is put down for who they are.”').waitFor();
  await antons.getByText(/It ends automatically on/).waitFor();
  const seen = await boris.ask(profiles.getProfile, { params: { id: anton.profileId }, query: { admin: false } });
  expect(seen.status).toBe(404);
  const refused = await anton.ask(messages.postMessage, {
    body: { senderProfileId: anton.profileId, recipientProfileId: boris.profileId, bodyText: 'hey', profilePicIds: [] },
  });
  expect(refused.status).toBe(403);

  await antons.getByRole('button', { name: 'Appeal' }).click();
  await antons.getByLabel('Why you disagree').fill('It was a line from a song we both like.');
  await antons.getByRole('button', { name: 'Send appeal' }).click();
  await antons.getByText('You appealed. An administrator will look at it.').waitFor();

  const adas = await fixture.open(ada, '/dashboard/cases', { roles: ['USER', 'ADMIN'] });
  await adas.getByRole('button', { name: 'Open', exact: true }).click();
  await adas.getByText('It was a line from a song we both like.').waitFor();
  await adas.getByText(insult).waitFor();
  await adas.getByRole('radio', { name: 'No rule is broken' }).check();
  await adas.getByRole('button', { name: 'Decide' }).click();
  await adas.getByText('No cases are waiting.').waitFor();

  await antons.getByText('No rule was broken.').waitFor();
  await expect.poll(said).toEqual([insult, 'Please stop writing to me']);

  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(import.meta.dirname, '../../scripts/ledger.ts'), 'verify'],
    {
      env: { ...process.env, DATA_DIR: fixture.app.dataDir },
    },
  );
  expect(stdout).toMatch(/^\d+ rows, each follows from those before it\. Head: [0-9a-f]{64}/);
});

/** A case about Anton that a jury has handed on or decided. */
async function addCase(change: Pick<NewCase, 'state'> & Partial<NewCase>): Promise<string> {
  const [id, nowMs] = [fixture.app.world.ids.uuid(), fixture.app.clock.now()];
  const about = { origin: 'members', subject_id: anton.profileId, item_kind: 'profile', reason: 'hate', jury_round: 1 } as const;
  await fixture.app.world.db.write((tx) => createCasesStore(tx).insert({ ...about, id, opened_ms: nowMs, ...change }));
  return id;
}

test('an appeal whose answer is lost is shown as sent', async () => {
  await addCase({ state: 'decided', outcome: 'warn', decided_by: 'jury', decided_ms: fixture.app.clock.now() });
  const page = await fixture.open(anton, arbitration);
  await page.getByRole('button', { name: 'Appeal' }).click();
  await page.route('**/appeal', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole('button', { name: 'Send appeal' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText('You appealed. An administrator will look at it.').waitFor();
});

test('an administrator learns that another one has decided the case meanwhile', async () => {
  const id = await addCase({ state: 'referred', referred_because: 'wanted', opened_ms: 0 });
  const page = await fixture.open(ada, '/dashboard/cases', { roles: ['USER', 'ADMIN'] });
  await page.getByRole('button', { name: 'Open', exact: true }).first().click();
  await page.getByRole('radio', { name: /^Warn/ }).check();
  await ada.call(reports.putAdminCase, { params: { id }, body: { outcome: 'none' } });
  await page.getByRole('button', { name: 'Decide' }).click();
  await page.getByText('This case is not waiting for you.').waitFor();
});
