// A member writes to another one while the server's clock is set days back and forward.
import { messages, type Message } from '#shared/contract/messages.ts';
import { dayMs } from '#shared/rules/durations.ts';
import type { Member } from '#server/testing/app/members.ts';
import { seeded } from '#server/testing/app/seeded.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { openTestApp } from '#server/testing/app/test-app.ts';

export interface SteppingOutcome {
  readonly steps: number;
  readonly sent: number;
  /** Messages out of order in lists, on the socket or by timestamp. */
  readonly outOfPlace: number;
  /** Messages with a read time before their creation. */
  readonly readTooEarly: number;
  /** Repeated sends that created a second message. */
  readonly doubled: number;
}

export async function stepClock(steps: number, seed = 1): Promise<SteppingOutcome> {
  const random = seeded(seed);
  const app = await openTestApp();
  try {
    const [anton, boris] = [await app.member(), await app.member()];
    const startMs = app.clock.now();
    const socket = await openSocket(boris);
    const sent: Message[] = [];
    let doubled = 0;
    for (let step = 0; step < steps; step++) {
      const key = crypto.randomUUID();
      const message = await send(anton, boris, String(step), key);
      // Limited, since their sessions would expire.
      app.clock.set(startMs - Math.floor(random() * 3) * dayMs + step);
      if ((await send(anton, boris, String(step), key)).id !== message.id) doubled++;
      if (random() < 0.3) await boris.call(messages.putMessageRead, { params: { id: message.id } });
      sent.push(message);
    }
    await socket.settled();
    const delivered = socket.received.flatMap((event) =>
      event.type === 'message' && event.message.tsRecipientRead === null ? [event.message.id] : [],
    );
    const shown = await allMessages(boris, anton);
    const isInPlace = ({ id, tsCreated }: Message, place: number): boolean =>
      shown[place]?.id === id && delivered[place] === id && tsCreated > (sent[place - 1]?.tsCreated ?? 0);
    return {
      steps,
      sent: sent.length,
      outOfPlace: sent.filter((message, place) => !isInPlace(message, place)).length + Math.max(0, shown.length - sent.length),
      readTooEarly: shown.filter(({ tsCreated, tsRecipientRead }) => (tsRecipientRead ?? tsCreated) < tsCreated).length,
      doubled,
    };
  } finally {
    await app.close();
  }
}

const send = (from: Member, to: Member, bodyText: string, key: string): Promise<Message> =>
  from.call(
    messages.postMessage,
    { body: { senderProfileId: from.profileId, recipientProfileId: to.profileId, bodyText, profilePicIds: [] } },
    { 'idempotency-key': key },
  );

/** Oldest first. */
async function allMessages(viewer: Member, other: Member): Promise<Message[]> {
  const all: Message[] = [];
  for (;;) {
    const page = await viewer.call(messages.getBetween, {
      params: { a: viewer.profileId, b: other.profileId },
      query: { sinceMessageId: undefined, beforeMessageId: all[0]?.id },
    });
    if (page.length === 0) return all;
    all.unshift(...page.toReversed());
  }
}
