// Measures whether response times disclose registered email addresses, and how long registrations take while the mail server fails.
import { openTestApp, type TestApp } from '#server/testing/app/test-app.ts';
import { allAcknowledged } from '#server/testing/members/sign-in.ts';
import { setPasswordOf } from '#server/testing/members/passwords.ts';
import { startSmtp, type SmtpBehaviour } from '#server/testing/fakes/smtp.ts';
import { smtpMailer } from '#server/outside/mail-smtp.ts';
import { session } from '#shared/contract/session.ts';
import { inPercent, median, quantile } from './figures.ts';

const runs = 3;
const registrations = 300;
const logins = 60;
/** The tolerated difference between kinds of email addresses, as a share of the smallest figure. */
const maxEffect = 0.05;
/** The longest time for the reply to a registration, whatever the state of the mail server. */
const maxRegisterMs = 300;

/** Measures one reply in ms. */
type Sample = (round: number) => Promise<number>;

/** Compares lower quartiles, since other load on the machine only increases times. Rejects if a limit is exceeded. */
export async function run(): Promise<void> {
  const registering: number[] = [];
  const loggingIn: number[] = [];
  for (let nth = 1; nth <= runs; nth += 1) {
    const app = await openTestApp();
    try {
      registering.push(report(`run ${nth}, register`, await interleaved(app, await registerKinds(app), registrations)));
      loggingIn.push(report(`run ${nth}, log in  `, await interleaved(app, await loginKinds(app), logins)));
    } finally {
      await app.close();
    }
  }
  const effects = { register: median(registering), 'log in': median(loggingIn) };
  for (const [what, effect] of Object.entries(effects))
    console.log(`${what}: median effect of ${runs} runs ${inPercent(effect)}`);
  const slowest = await slowestWhileMailIsDown();
  if (Math.max(...Object.values(effects)) >= maxEffect) throw new Error('Response times disclose members.');
  if (slowest > maxRegisterMs) throw new Error('A registration waits for the mail server.');
}

async function registerKinds(app: TestApp): Promise<Record<string, Sample>> {
  for (let round = -1; round < registrations; round += 1) await app.member({ email: `known-${round}@example.org` });
  for (let i = 0; i < 300; i += 1) await register(app, 'flooded@example.org');
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

/** Measures the kinds in a random order in each round, after one round that warms up. */
async function interleaved(app: TestApp, kinds: Record<string, Sample>, rounds: number): Promise<Record<string, number[]>> {
  const names = Object.keys(kinds);
  const samples: Record<string, number[]> = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    const order = names.map((name) => ({ name, at: Math.random() })).toSorted((one, other) => one.at - other.at);
    for (const { name } of order) {
      const ms = await kinds[name]?.(round);
      if (round >= 0 && ms !== undefined) samples[name]?.push(ms);
      await mailQueueEmpty(app);
    }
  }
  return samples;
}

/** Waits for deferred work that would slow down the next request. */
async function mailQueueEmpty({ world }: TestApp): Promise<void> {
  const waiting = world.db.read.selectFrom('mail_queue').select('id').where('state', '=', 'waiting').limit(1);
  while ((await waiting.execute()).length > 0) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Prints the lower quartiles, and returns their difference as a share of the smallest. */
function report(title: string, samples: Record<string, number[]>): number {
  const figures = Object.entries(samples).map(([name, values]) => [name, quantile(values, 0.25)] as const);
  const all = figures.map(([, ms]) => ms);
  const effect = Math.max(...all) / Math.min(...all) - 1;
  console.log(`${title}: ${figures.map(([name, ms]) => `${name} ${ms.toFixed(3)} ms`).join(', ')}; effect ${inPercent(effect)}`);
  return effect;
}

/** Registers fifty addresses for each failure of the mail server, and returns the longest time in ms. */
async function slowestWhileMailIsDown(): Promise<number> {
  const failures: Record<string, SmtpBehaviour> = {
    'refuses recipients': { refuseRecipients: 450 },
    'refuses the text': { refuseText: 451 },
    'does not respond': { isMute: true },
  };
  let slowest = 0;
  for (const [failure, behaviour] of Object.entries(failures)) {
    const smtp = await startSmtp(behaviour);
    const app = await openTestApp({ env: { LOG_LEVEL: 'silent' }, parts: { mail: smtpMailer(smtp.url, { timeoutMs: 1_000 }) } });
    try {
      await register(app, 'warm@example.org');
      const times: number[] = [];
      for (let i = 0; i < 50; i += 1) times.push(await register(app, `down-${i}@example.org`));
      console.log(
        `the mail server ${failure}: register ${median(times).toFixed(1)} ms, slowest of 50 ${Math.max(...times).toFixed(1)} ms`,
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

async function timed(request: () => Promise<{ readonly status: number }>, expected: number): Promise<number> {
  const startedMs = performance.now();
  const { status } = await request();
  const ms = performance.now() - startedMs;
  if (status !== expected) throw new Error(`The status was ${status}.`);
  return ms;
}
