// Members who write to each other, and receive messages by sockets that they open again, as the application does.
import { setTimeout as pause } from 'node:timers/promises';
import type { LiveEvent } from '#shared/contract/live.ts';
import { messages, type Message } from '#shared/contract/messages.ts';
import type { Member } from '#server/testing/app/members.ts';
import { openSocket, type TestSocket } from '#server/testing/members/sockets.ts';
import { noteOddAnswer, untilAnswered, within, type Run, type Tally } from './run.ts';

interface Sent {
  readonly key: string;
  readonly tally: Tally;
  /** Null while it is not answered. */
  id: string | null;
}

/** One member who writes to another one. */
export interface Conversation {
  readonly sender: Member;
  readonly recipient: Member;
  readonly sent: Sent[];
  /** The ids of the messages that the recipient got. */
  readonly received: Set<string>;
  /** The number of the last one. */
  lastNumber: number;
}

export const conversationOf = (sender: Member, recipient: Member): Conversation => ({
  sender,
  recipient,
  sent: [],
  received: new Set(),
  lastNumber: 0,
});

/** Writes one message after the other, each until it is answered. */
export async function keepWriting(run: Run, { sender, recipient, sent }: Conversation, pauseMs: number): Promise<void> {
  while (!run.isOver) {
    const write: Sent = { key: crypto.randomUUID(), tally: run.tally, id: null };
    sent.push(write);
    const body = {
      senderProfileId: sender.profileId,
      recipientProfileId: recipient.profileId,
      bodyText: `number ${sent.length} ${write.key}`,
      profilePicIds: [],
    };
    const answer = await untilAnswered(run, 'message', () =>
      sender.ask(messages.postMessage, { body }, { 'idempotency-key': write.key }),
    );
    if (answer === null) return;
    if (answer.status !== 200) noteOddAnswer(run, `message ${answer.status} ${answer.bytes.toString().slice(0, 80)}`);
    else {
      write.id = (answer.body as Message).id;
      write.tally.messages += 1;
    }
    await pause(pauseMs * (0.5 + run.random()));
  }
}

const lookEveryMs = 25;
const deliveredWithinMs = 30_000;

/** Keeps a socket open until the run is over and all messages have come. */
export async function keepReceiving(run: Run, conversation: Conversation): Promise<void> {
  const { recipient, sent, received } = conversation;
  const isComplete = () => sent.every(({ id }) => id === null || received.has(id));
  let cursor: string | undefined;
  let overMs: number | null = null;
  const isDone = () => {
    if (!run.isQuiet) return false;
    overMs ??= performance.now();
    return isComplete() || performance.now() - overMs > deliveredWithinMs;
  };
  while (!isDone()) {
    const socket = await within(openSocket(recipient, cursor === undefined ? {} : { cursor }), 5_000);
    if (socket === null) {
      await pause(100 + run.random() * 400);
      continue;
    }
    cursor = await follow(socket, cursor);
    socket.drop();
  }

  /** Takes what comes, until the socket is closed. Returns the last cursor. */
  async function follow(socket: TestSocket, before: string | undefined): Promise<string | undefined> {
    let last = before;
    let taken = 0;
    let isOpen = true;
    void socket.closed.then(() => (isOpen = false));
    for (;;) {
      const wasOpen = isOpen;
      for (const frame of socket.frames.slice(taken)) {
        taken += 1;
        for (const event of frame) {
          if (event.type === 'cursor') last = event.cursor;
          else if (event.type === 'hello' && (event.mustResync || before === undefined)) await readAll();
          else take(event);
        }
      }
      if (!wasOpen || isDone()) return last;
      await pause(lookEveryMs);
    }
  }

  function take(event: LiveEvent): void {
    if (event.type !== 'message' || event.message.senderProfileId !== conversation.sender.profileId) return;
    takeMessage(event.message);
  }

  function takeMessage({ id, sequence }: Message): void {
    if (received.has(id)) return;
    received.add(id);
    if (sequence < conversation.lastNumber) {
      run.tally.outOfOrder += 1;
      run.findings.push(`number ${sequence} came after ${conversation.lastNumber}`);
    }
    conversation.lastNumber = sequence;
  }

  /** As an application that was told to load everything again: from the newest message back to those that it has. */
  async function readAll(): Promise<void> {
    const missed: Message[] = [];
    for (let beforeMessageId: string | undefined; ;) {
      const query = { sinceMessageId: undefined, beforeMessageId };
      const params = { a: recipient.profileId, b: conversation.sender.profileId };
      const answer = await untilAnswered(run, 'history', () => recipient.ask(messages.getBetween, { params, query }));
      const page = (answer?.body ?? []) as readonly Message[];
      const theirs = page.filter(({ senderProfileId }) => senderProfileId === conversation.sender.profileId);
      const unknown = theirs.filter(({ id }) => !received.has(id));
      missed.push(...unknown);
      beforeMessageId = page.at(-1)?.id;
      if (page.length === 0 || unknown.length < theirs.length) break;
    }
    for (const message of missed.toReversed()) takeMessage(message);
  }
}
