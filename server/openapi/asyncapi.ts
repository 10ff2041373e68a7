// Generates the AsyncAPI 3.0 document of the socket from the schemas of its frames and commands.
import { closeCodes, liveCommand, liveEvent } from '#shared/contract/live.ts';
import type { Schema } from '#shared/contract/endpoint.ts';
import { jsonSchema, type Json } from './json-schemas.ts';

const socket =
  `The live events of one member. The handshake needs the cookie of the session, and the Origin of this host. Every frame
in both directions is one JSON text. The first command is \`resume\`, and the first event \`hello\`. The server sends pings of the
protocol, and closes sockets that do not answer. It closes with ${closeCodes.ended} if the session has ended, ${closeCodes.replaced}
if the member has opened too many later ones, ${closeCodes.locked} if the proof of the app lock is missing, ${closeCodes.misuse}
after an invalid command or too many of them, and ${closeCodes.goingAway} if the client should connect again.`.replaceAll(
    '\n',
    ' ',
  );

interface Described {
  readonly oneOf: readonly { readonly properties: { readonly type: { readonly const: string } } }[];
}

function commands(): Record<string, Json> {
  const { oneOf } = jsonSchema(liveCommand as Schema, 'input', 'draft-7') as unknown as Described;
  return Object.fromEntries(
    oneOf.map((payload) => [payload.properties.type.const, { contentType: 'application/json', payload: { ...payload } }]),
  );
}

function frame(): Json {
  return {
    title: 'A list of events',
    contentType: 'application/json',
    payload: { type: 'array', items: jsonSchema(liveEvent as Schema, 'output', 'draft-7') },
  };
}

const cookie = (name: string, description: string): Json => ({ type: 'httpApiKey', in: 'cookie', name, description });
const ref = (path: string): Json => ({ $ref: `#/${path}` });

/** The function that it returns adds the origin under which the server is reached. */
export function asyncapiOf(): (origin: string) => Json {
  const sent = frame();
  const received = commands();
  return (origin) => documentOf({ origin, sent, received });
}

interface Parts {
  readonly origin: string;
  readonly sent: Json;
  readonly received: Record<string, Json>;
}

function documentOf({ origin, sent, received }: Parts): Json {
  const { protocol, host } = new URL(origin);
  const security = [ref('components/securitySchemes/session'), ref('components/securitySchemes/plainSession')];
  return {
    asyncapi: '3.0.0',
    info: { title: 'Community socket', version: '1', description: 'The calls are described in `/api/openapi.json`.' },
    defaultContentType: 'application/json',
    servers: { own: { host, protocol: protocol === 'https:' ? 'wss' : 'ws', security } },
    channels: {
      live: {
        address: '/api/ws',
        description: socket,
        messages: { frame: sent, ...received },
        bindings: {
          ws: {
            method: 'GET',
            headers: { type: 'object', properties: { Origin: { type: 'string', const: origin } }, required: ['Origin'] },
          },
        },
      },
    },
    operations: {
      sendEvents: {
        action: 'send',
        channel: ref('channels/live'),
        summary: 'The server sends events to the member.',
        messages: [ref('channels/live/messages/frame')],
      },
      receiveCommands: {
        action: 'receive',
        channel: ref('channels/live'),
        summary: 'The server receives commands of the page.',
        messages: Object.keys(received).map((name) => ref(`channels/live/messages/${name}`)),
      },
    },
    components: {
      securitySchemes: {
        session: cookie('__Host-sid', 'Over https.'),
        plainSession: cookie('sid', 'Over plain http, on localhost.'),
      },
    },
  };
}
