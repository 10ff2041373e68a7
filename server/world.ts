// The World: everything that features get from outside. Tests replace parts of it.
import type { FastifyBaseLogger } from 'fastify';
import type { Brand } from '#shared/brand.ts';
import type { VersionInfo } from '#shared/contract/site.ts';
import type { Changes } from './changes/changes.ts';
import type { Config } from './config.ts';
import type { Db } from './db/open.ts';
import type { Bus } from './outside/bus.ts';
import type { LimitCounts } from './limiters/counts.ts';
import type { ServerLimits } from './limits.ts';
import type { NearbyIndex } from './nearby/index.ts';
import type { BaseMap } from './outside/map-tile.ts';
import type { Mailer } from './outside/mail.ts';
import type { PictureFiles } from './outside/picture-files.ts';
import type { PictureScaling } from './outside/picture-scaling.ts';
import type { PlaceNames } from './outside/place-names.ts';
import type { PositionStates } from './outside/position-states.ts';
import type { Presence } from './outside/presence.ts';
import type { PushKeys } from './outside/push-keys.ts';
import type { PushSender } from './outside/web-push.ts';

export interface Clock {
  /** Milliseconds since 1970. It may jump if the machine's clock is set. */
  now(): number;
  /** Milliseconds that never decrease, for limits and timeouts. */
  monotonic(): number;
}

export interface Ids {
  uuid(): string;
  /** Random bytes as base64url. */
  secret(bytes: number): string;
  /** A random number from 0 to below 1. */
  fraction(): number;
}

export interface Brands {
  /** The brand of a Host header. Null if the host is not ours. */
  forHost(host: string): Brand | null;
  /** Throws for a key that no brand has. */
  ofKey(key: string): Brand;
  readonly all: readonly Brand[];
}

export interface World {
  readonly config: Config;
  readonly limits: ServerLimits;
  readonly limitCounts: LimitCounts;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: FastifyBaseLogger;
  readonly db: Db;
  readonly bus: Bus;
  readonly changes: Changes;
  readonly brands: Brands;
  readonly mail: Mailer;
  readonly push: PushSender;
  readonly pushKeys: PushKeys;
  readonly pictureFiles: PictureFiles;
  readonly pictureScaling: PictureScaling;
  readonly baseMap: BaseMap;
  readonly placeNames: PlaceNames;
  /** Null for a process that runs alone: it keeps the states in its memory. */
  readonly positionStates: PositionStates | null;
  /** Null for a process that runs alone. */
  readonly presence: Presence | null;
  readonly nearby: NearbyIndex;
  /** The commit that runs. */
  readonly version: VersionInfo;
}
