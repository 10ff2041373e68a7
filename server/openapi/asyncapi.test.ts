// The AsyncAPI document of the socket is valid and complete, and describes a real socket correctly.
import specifications from '@asyncapi/specs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { liveCommand, liveEvent, type LiveCommand } from '#shared/contract/live.ts';
import { messages } from '#shared/contract/messages.ts';
import { openAppForTest } from '#server/testing/app/app-for-test.ts';
import { openSocket } from '#server/testing/members/sockets.ts';
import { asyncapiOf } from './asyncapi.ts';

interface Description {
  readonly servers: { readonly own: object };
  readonly channels: {
    readonly live: { readonly address: string; readonly messages: Readonly<Record<string, { readonly payload: object }>> };
  };
}

const ajv = new Ajv({ strict: false, validateFormats: false });
const typesOf = ({ def }: typeof liveEvent | typeof liveCommand): string[] =>
  def.options.map(({ shape }) => shape.type.def.values[0] ?? '');

test('the document follows the schema of AsyncAPI 3.0', () => {
  const isValid = ajv.compile(specifications.schemasWithoutId['3.0.0'] as object);
  const described = asyncapiOf()('https://a.example');
  expect(isValid(described), JSON.stringify(isValid.errors)).toBe(true);
  expect(isValid({ ...described, channels: { live: { nothing: 1 } } })).toBe(false);
});

test('it names every event and every command', () => {
  const { messages: described } = (asyncapiOf()('https://a.example') as unknown as Description).channels.live;
  expect(Object.keys(described).toSorted()).toEqual(['frame', ...typesOf(liveCommand)].toSorted());
  const frame = JSON.stringify(described['frame']);
  expect(typesOf(liveEvent).filter((type) => !frame.includes(`"const":"${type}"`))).toEqual([]);
});

test('a socket opened at the described address sends the described frames, and takes the described commands', async () => {
  const app = await openAppForTest();
  const { body } = await app.visitor().send('GET', '/api/asyncapi.json');
  const { servers, channels } = body as Description;
  expect(servers.own).toMatchObject({ host: new URL(app.origin).host, protocol: 'ws' });
  expect(channels.live.address).toBe('/api/ws');
  const [anton, boris] = [await app.member(), await app.member()];
  const socket = await openSocket(boris);
  const commands: LiveCommand[] = [{ type: 'ping' }, { type: 'watchSectors', sectors: ['33:-113'] }];
  for (const command of commands) {
    expect(ajv.validate(channels.live.messages[command.type]?.payload ?? false, command)).toBe(true);
    socket.say(command);
  }
  await anton.call(messages.postMessage, {
    body: { senderProfileId: anton.profileId, recipientProfileId: boris.profileId, bodyText: 'hello', profilePicIds: [] },
  });
  await socket.until('message');
  await socket.until('pong');
  const isFrame = ajv.compile(channels.live.messages['frame']?.payload ?? false);
  expect(socket.frames.length).toBeGreaterThan(1);
  for (const frame of socket.frames) expect(isFrame(frame), JSON.stringify([frame, isFrame.errors])).toBe(true);
  expect(isFrame([{ type: 'nothing' }])).toBe(false);
  socket.close();
});
