// A member's account: address, password, push devices and preferences.
import * as z from 'zod/mini';
import { limits } from '#shared/rules/limits.ts';
import { endpoint } from './endpoint.ts';
import { id, shortText } from './fields.ts';
import { emailAddress } from './session.ts';

const pushSubscription = z.object({
  deviceName: shortText(limits.maxDeviceNameLength),
  endpoint: z.string().check(z.maxLength(1_024)),
  expirationTime: z.nullable(z.number().check(z.gte(0), z.lte(8.64e15))),
  auth_base64: z.optional(z.string().check(z.maxLength(64))),
  p256dh_base64: z.optional(z.string().check(z.maxLength(200))),
});
export type PushSubscription = z.infer<typeof pushSubscription>;

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The maximum number of spans per week: three per day. */
export const maxQuietSpans = 21;

const minuteOfDay = z.number().check(z.int(), z.gte(0), z.lte(1_440));
const quietHours = z.object({
  /** IANA name like Europe/Vienna. */
  zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: 'Not a time zone' })),
  /** Each span starts on a day of the week (0 is Sunday) and may end past midnight. */
  spans: z
    .array(z.object({ day: z.number().check(z.int(), z.gte(0), z.lte(6)), fromMinute: minuteOfDay, untilMinute: minuteOfDay }))
    .check(z.maxLength(maxQuietSpans)),
});

export type QuietHours = z.infer<typeof quietHours>;

const positionPrecisions = ['area', 'wide', 'exact'] as const;
export type PositionPrecision = (typeof positionPrecisions)[number];

/** Private pictures are visible to every member who has switched them on, or only to those of them with a grant. */
const privatePicturesFor = ['everyone', 'granted'] as const;
export type PrivatePicturesFor = (typeof privatePicturesFor)[number];

const choices = {
  positionPrecision: z.enum(positionPrecisions),
  /** Hidden from all lists, counts and maps by position, whatever any device reports. */
  hide: z.boolean(),
  previews: z.boolean(),
  quietHours: z.nullable(quietHours),
  /** Kinds of events that are pushed; others are only shown in the application. */
  pushMessages: z.boolean(),
  pushLikes: z.boolean(),
  pushMutualLikes: z.boolean(),
  pushGrants: z.boolean(),
  /** One push at the end of quiet hours with the number of waiting events. */
  morningDigest: z.boolean(),
  sendSeen: z.boolean(),
  sendTyping: z.boolean(),
  privatePictures: z.enum(privatePicturesFor),
  units: z.enum(['auto', 'miles', 'metric']),
  theme: z.enum(['system', 'light', 'dark']),
};
export const preferences = z.object(choices);
export type Preferences = z.infer<typeof preferences>;

const settingsEntity = z.object({
  defaultProfileId: id,
  roles: z.array(z.enum(['USER', 'ADMIN'])),
  name: z.string(),
  email: z.string(),
  pendingEmail: z.nullable(z.string()),
  hasPassword: z.boolean(),
  pushSubscriptions: z.array(z.omit(pushSubscription, { auth_base64: true, p256dh_base64: true })),
  applicationServerKey: z.string(),
  volunteerCredits: z.number(),
  showNsfw: z.boolean(),
  ...choices,
});
export type Settings = z.infer<typeof settingsEntity>;

/** Absent fields are unchanged; read-only ones are ignored. */
const settingsChange = z.strictObject({
  ...z.partial(z.object(choices)).shape,
  name: z.optional(shortText(120)),
  email: z.optional(emailAddress),
  password: z.optional(z.string().check(z.maxLength(limits.maxPasswordLength * 4))),
  pushSubscriptions: z.optional(z.array(pushSubscription).check(z.maxLength(50))),
  defaultProfileId: z.optional(z.unknown()),
  roles: z.optional(z.unknown()),
  applicationServerKey: z.optional(z.unknown()),
  /** Null cancels a pending change of address; anything else is ignored. */
  pendingEmail: z.optional(z.unknown()),
  hasPassword: z.optional(z.unknown()),
  volunteerCredits: z.optional(z.unknown()),
  showNsfw: z.optional(z.unknown()),
});
export type SettingsChange = z.infer<typeof settingsChange>;

export const settings = {
  getSettings: endpoint({
    method: 'GET',
    path: '/api/settings',
    who: 'USER',
    summary: 'The own account.',
    reply: settingsEntity,
  }),
  putSettings: endpoint({
    method: 'PUT',
    path: '/api/settings',
    who: 'USER',
    summary:
      'Change the own account. An empty password stays as it is; a new address is pending until its link is opened, and repeating it mails the link again.',
    body: settingsChange,
    reply: settingsEntity,
  }),
};
