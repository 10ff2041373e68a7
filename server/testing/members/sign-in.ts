// Registration and login by mailed link or password.
import { session } from '#shared/contract/session.ts';
import { settings } from '#shared/contract/settings.ts';
import { vi } from 'vitest';
import type { Mail } from '#server/outside/mail.ts';
import type { World } from '#server/world.ts';
import type { Answer, Browser } from '#server/testing/app/browser.ts';

export const allAcknowledged = ['technical', 'age', 'law'];

export const askForLink = (browser: Browser, email: string): Promise<Answer<{ status: 'sent' }>> =>
  browser.ask(session.postRegister, { body: { email, acknowledgements: allAcknowledged } });

/** User and password from the link in a mail. */
function pairOf(mail: Mail): { username: string; password: string } {
  const token = /#token=([\w-]+)/.exec(mail.text)?.[1] ?? '';
  const [username = '', password = ''] = Buffer.from(token, 'base64url').toString().split(':');
  return { username, password };
}

/** User and password of the nth login mail to an address (1 is the first), once it has arrived. */
export function linkTo(mail: { sent: readonly Mail[] }, email: string, nth = 1): Promise<{ username: string; password: string }> {
  return vi.waitFor(() => {
    const found = mail.sent.filter((sent) => sent.to === email && sent.text.includes('#token='))[nth - 1];
    if (!found) throw new Error(`no link number ${nth} came to ${email}`);
    return pairOf(found);
  });
}

/** The token to limit the mails to an address, from the nth mail with a link. */
export function limitTokenTo(mail: { sent: readonly Mail[] }, email: string, nth = 1): Promise<string> {
  return vi.waitFor(() => {
    const tokens = mail.sent.filter(({ to }) => to === email).flatMap(({ text }) => /#for=([\w-]+)/.exec(text)?.[1] ?? []);
    const token = tokens[nth - 1];
    if (token === undefined) throw new Error(`no link number ${nth} came to ${email}`);
    return token;
  });
}

export const logIn = (browser: Browser, fields: { username: string; password: string; remember?: string }): Promise<Answer> =>
  browser.form('/api/auth', fields);

/** Requests a link and opens that of the nth mail (1 is the first) in the same browser. */
export async function signedInByLink(
  app: { visitor(): Browser; mail: { sent: readonly Mail[] } },
  email: string,
  { nth = 1, ...remember }: { nth?: number; remember?: string } = {},
): Promise<Browser> {
  const browser = app.visitor();
  await askForLink(browser, email);
  const { status } = await logIn(browser, { ...(await linkTo(app.mail, email, nth)), ...remember });
  if (status !== 200) throw new Error(`${email} could not log in: ${status}`);
  return browser;
}

export async function signedInByPassword(app: { visitor(): Browser }, email: string, password: string): Promise<Browser> {
  const browser = app.visitor();
  const { status } = await logIn(browser, { username: email, password });
  if (status !== 200) throw new Error(`${email} could not log in: ${status}`);
  return browser;
}

export const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.ask(settings.getSettings)).status === 200;

/** Makes every sign-in recent. */
export const renewSignIns = ({ world }: { world: World }): Promise<unknown> =>
  world.db.write((tx) => tx.updateTable('sessions').set({ signed_in_ms: world.clock.now() }).execute());
