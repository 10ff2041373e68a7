// An SMTP server for tests, which records or refuses emails, or does not answer.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  from: string;
  to: string[];
  /** Headers by lower-case name, folded lines joined. */
  headers: Map<string, string>;
  /** The decoded text. */
  text: string;
  /** The mail as received. */
  raw: string;
}

export interface SmtpBehaviour {
  /** SMTP reply code with which every recipient is refused. */
  refuseRecipients?: number;
  /** SMTP reply code after the complete mail. */
  refuseText?: number;
  /** Includes the recipient in its replies, as many servers do. */
  saysAddress?: boolean;
  /** Never answers a connection. */
  isMute?: boolean;
  /** Only this login is accepted. */
  login?: { user: string; password: string };
}

/** Listens on a free port of 127.0.0.1; `behaviour` may be changed while it runs. */
export async function startSmtp(behaviour: SmtpBehaviour = {}): Promise<{
  url: string;
  received: ReceivedMail[];
  behaviour: SmtpBehaviour;
  close(): Promise<void>;
}> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: behaviour.login === undefined,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_session, done) => (behaviour.isMute ? undefined : done()),
    onAuth(auth, _session, done) {
      const isRight = auth.username === behaviour.login?.user && auth.password === behaviour.login?.password;
      done(isRight ? null : smtpError(535), isRight ? { user: auth.username } : undefined);
    },
    onRcptTo: ({ address }, _session, done) =>
      done(
        behaviour.refuseRecipients === undefined
          ? null
          : smtpError(behaviour.refuseRecipients, behaviour.saysAddress ? `<${address}>: no such user` : undefined),
      ),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (behaviour.refuseText !== undefined) return done(smtpError(behaviour.refuseText));
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          ...readMail(Buffer.concat(chunks).toString('utf8')),
        });
        done();
      });
    },
  });
  // Clients that time out reset the connection and report the error themselves.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const login = behaviour.login ? `${behaviour.login.user}:${behaviour.login.password}@` : '';
  return {
    url: `smtp://${login}127.0.0.1:${port}`,
    received,
    behaviour,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Parses a mail: headers, and its text decoded from quoted-printable or base64. */
export function readMail(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'raw'> {
  const gap = /\r?\n\r?\n/.exec(raw);
  const head = raw.slice(0, gap?.index ?? raw.length).replace(/\r?\n[ \t]+/g, ' ');
  const body = gap ? raw.slice(gap.index + gap[0].length) : '';
  const headers = new Map<string, string>();
  for (const line of head.split(/\r?\n/)) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim());
  }
  return { headers, text: decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit').replaceAll('\r\n', '\n'), raw };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function smtpError(responseCode: number, text = 'refused by the test'): Error {
  return Object.assign(new Error(text), { responseCode });
}
