// The complete contract, for OpenAPI and tests of all calls; screens import single parts.
import type { AnyEndpoint, QueueOf } from './endpoint.ts';
import { account } from './account.ts';
import { admin } from './admin.ts';
import { descriptions } from './descriptions.ts';
import { cooties, health, welcome } from './community.ts';
import { contact } from './contact.ts';
import { games } from './games.ts';
import { grants } from './grants.ts';
import { home } from './home.ts';
import { likes } from './likes.ts';
import { map } from './map.ts';
import { messages } from './messages.ts';
import { mutes } from './mutes.ts';
import { nearby } from './nearby.ts';
import { notes } from './notes.ts';
import { notifications } from './notifications.ts';
import { passkeyLogins } from './passkey-logins.ts';
import { passkeys } from './passkeys.ts';
import { pictures } from './pictures.ts';
import { places } from './places.ts';
import { positions } from './positions.ts';
import { profiles } from './profiles.ts';
import { reports } from './reports.ts';
import { session } from './session.ts';
import { sessions } from './sessions.ts';
import { settings } from './settings.ts';
import { site } from './site.ts';

const contract = {
  site,
  descriptions,
  session,
  sessions,
  passkeys,
  passkeyLogins,
  settings,
  profiles,
  pictures,
  grants,
  places,
  positions,
  nearby,
  likes,
  notes,
  messages,
  notifications,
  mutes,
  map,
  contact,
  reports,
  account,
  cooties,
  health,
  welcome,
  games,
  home,
  admin,
};

type Contract = typeof contract;

/** An endpoint with its names in the contract. */
export interface NamedEndpoint {
  readonly noun: string;
  readonly name: string;
  readonly endpoint: AnyEndpoint;
}

/** The queues in which calls may wait on the device. */
export type QueueName = { [Noun in keyof Contract]: QueueOf<Contract[Noun][keyof Contract[Noun]]> }[keyof Contract];

export const namedEndpoints: readonly NamedEndpoint[] = Object.entries(contract).flatMap(([noun, calls]) =>
  Object.entries<AnyEndpoint>(calls).map(([name, endpoint]) => ({ noun, name, endpoint })),
);

export const allEndpoints: readonly AnyEndpoint[] = namedEndpoints.map(({ endpoint }) => endpoint);
