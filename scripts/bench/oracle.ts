// Measures whether response times of registration and login disclose known addresses.
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { allAcknowledged } from '#server/testing/members/sign-in.ts';
import { setPasswordOf } from '#server/testing/members/passwords.ts';
import { startSmtp, type SmtpBehaviour } from '#server/testing/fakes/smtp.ts';
import { smtpMailer } from '#server/outside/mail-smtp.ts';
import { session } from '#shared/contract/session.ts';

const runs = 3;
const registrations = 300;
const logins = 60;
/** The tolerated difference of two kinds of address, as a share of the smaller figure. */
const maxEffect = 0.05;
/** The longest reply to a registration, whatever the state of the mail server. */
const maxRegisterMs = 300;

/** Milliseconds of one reply. */
type Sample = (round: number) => Promise<number>;

/** Prints lower quartiles and effects: what else the machine does only ever adds to a time. Rejects when the median effect of three runs is 5% or more, or mail trouble makes anybody wait. */
export async function run(): Promise<void> {
  const registering: number[] = [];
  const loggingIn: number[] = [];
  for (let nth = 1; nth <= runs; nth += 1) {
    const app = await openTestApp({ rates: { mailsPerAddress: { max: 3, perMs: 3_600_000 } } });
    try {
      registering.push(report(`run ${nth}, register`, await interleaved(app, await registerKinds(app), registrations)));
      loggingIn.push(report(`run ${nth}, log in  `, await interleaved(app, await loginKinds(app), logins)));
    } finally {
      await app.close();
    }
  }
  const effects = { register: middle(registering), 'log in': middle(loggingIn) };
  for (const [what, effect] of Object.entries(effects)) console.log(`${what}: median effect of ${runs} runs ${percent(effect)}`);
  const slowest = await slowestWhileMailIsDown();
  if (Math.max(...Object.values(effects)) >= maxEffect) throw new Error('The time of an answer tells who is a member.');
  if (slowest > maxRegisterMs) throw new Error('Somebody waits for the mail server.');
}

async function registerKinds(app: TestApp): Promise<Record<string, Sample>> {
  for (let round = -1; round < registrations; round += 1) await app.member({ email: `known-${round}@example.org` });
  for (let i = 0; i < 3; i += 1) await register(app, 'flooded@example.org');
  return {
    known: (round) => register(app, `known-${round}@example.org`),
    unknown: (round) => register(app, `never-${round}@example.org`),
    flooded: () => register(app, 'flooded@example.org'),
  };
}

async function loginKinds(app: TestApp): Promise<Record<string, Sample>> {
  const member = await app.member({ email: 'password@example.org' });
  await setPasswordOf(app, member.profileId, 'a long sentence of mine', app.world.limits.passwordHash);
  await app.member({ email: 'link-only@example.org' });
  const attempt = (username: string) =>
    timed(() => app.visitor().form('/api/auth', { username, password: 'a wrong sentence' }), 401);
  return {
    known: () => attempt('password@example.org'),
    unknown: () => attempt('nobody-here@example.org'),
    'without password': () => attempt('link-only@example.org'),
  };
}

/** Alternates the kinds in a random order each round, after one warm-up round; each begins when the previous one has finished. */
async function interleaved(app: TestApp, kinds: Record<string, Sample>, rounds: number): Promise<Record<string, number[]>> {
  const names = Object.keys(kinds);
  const samples: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    const order = names.map((name) => ({ name, at: Math.random() })).toSorted((one, other) => one.at - other.at);
    for (const { name } of order) {
      const ms = await kinds[name]?.(round);
      if (round >= 0 && ms !== undefined) samples[name]?.push(ms);
      await mailsAreOut(app);
    }
  }
  return samples;
}

/** Waits for deferred work of a request, which would slow down the next one. */
async function mailsAreOut({ world }: TestApp): Promise<void> {
  const waiting = world.db.read.selectFrom('mail_queue').select('id').where('state', '=', 'waiting').limit(1);
  while ((await waiting.execute()).length > 0) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Prints the lower quartiles; returns their difference as a share of the smallest. */
function report(title: string, samples: Record<string, number[]>): number {
  const figures = Object.entries(samples).map(([name, values]) => [name, at(values, 0.25)] as const);
  const all = figures.map(([, ms]) => ms);
  const effect = Math.max(...all) / Math.min(...all) - 1;
  console.log(`${title}: ${figures.map(([name, ms]) => `${name} ${ms.toFixed(3)} ms`).join(', ')}; effect ${percent(effect)}`);
  return effect;
}

/** Milliseconds of the slowest of fifty registrations, for each failure of the mail server. */
async function slowestWhileMailIsDown(): Promise<number> {
  const troubles: Record<string, SmtpBehaviour> = {
    refuses: { refuseRecipients: 450 },
    'fails after all': { refuseText: 451 },
    hangs: { isMute: true },
  };
  let slowest = 0;
  for (const [manner, behaviour] of Object.entries(troubles)) {
    const smtp = await startSmtp(behaviour);
    const app = await openTestApp({ env: { LOG_LEVEL: 'silent' }, parts: { mail: smtpMailer(smtp.url, { timeoutMs: 1_000 }) } });
    try {
      await register(app, 'warm@example.org');
      const times: number[] = [];
      for (let i = 0; i < 50; i += 1) times.push(await register(app, `down-${i}@example.org`));
      console.log(
        `the mail server ${manner}: register ${middle(times).toFixed(1)} ms, slowest of 50 ${Math.max(...times).toFixed(1)} ms`,
      );
      slowest = Math.max(slowest, ...times);
    } finally {
      await app.close();
      await smtp.close();
    }
  }
  return slowest;
}

const register = (app: TestApp, email: string): Promise<number> =>
  timed(() => app.visitor().ask(session.postRegister, { body: { email, acknowledgements: allAcknowledged } }), 200);

async function timed(ask: () => Promise<{ readonly status: number }>, expected: number): Promise<number> {
  const startedMs = performance.now();
  const { status } = await ask();
  const ms = performance.now() - startedMs;
  if (status !== expected) throw new Error(`The answer was ${status}.`);
  return ms;
}

const percent = (part: number): string => `${(100 * part).toFixed(1)}%`;
const middle = (values: readonly number[]): number => at(values, 0.5);
const at = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? NaN;
