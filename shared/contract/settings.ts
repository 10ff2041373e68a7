// A member's account: email address, password, push devices and preferences.
import * as z from 'zod/mini';
import { isTimeZone } from '#shared/formats/zones.ts';
import { languages } from '#shared/rules/languages.ts';
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

/** Three spans per day of the week. */
export const maxQuietSpans = 21;

const minuteOfDay = z.number().check(z.int(), z.gte(0), z.lte(1_440));
const quietHours = z.object({
  /** An IANA name such as Europe/Vienna. */
  zone: z.string().check(z.maxLength(60), z.refine(isTimeZone, { error: 'Not a time zone' })),
  /** Each span starts on a day of the week (0 is Sunday) and may end after midnight. */
  spans: z
    .array(z.object({ day: z.number().check(z.int(), z.gte(0), z.lte(6)), fromMinute: minuteOfDay, untilMinute: minuteOfDay }))
    .check(z.maxLength(maxQuietSpans)),
});

export type QuietHours = z.infer<typeof quietHours>;

const positionPrecisions = ['area', 'wide', 'exact'] as const;
export type PositionPrecision = (typeof positionPrecisions)[number];

/** Who may see a member's private pictures. Even then they appear only to members who switched private pictures on. */
const privatePicturesFor = ['nobody', 'granted', 'everyone'] as const;
export type PrivatePicturesFor = (typeof privatePicturesFor)[number];

const choices = {
  positionPrecision: z.enum(positionPrecisions),
  /** Removes the member from all lists, counts and maps, even while a device reports positions. */
  hide: z.boolean(),
  previews: z.boolean(),
  quietHours: z.nullable(quietHours),
  /** Whether a push is sent for these events. If not, they appear only in the app. Cases and health notices have no such choice. */
  pushMessages: z.boolean(),
  pushLikes: z.boolean(),
  pushMutualLikes: z.boolean(),
  pushGrants: z.boolean(),
  /** Sends a push at the end of quiet hours with the number of missed events. */
  morningDigest: z.boolean(),
  sendSeen: z.boolean(),
  sendTyping: z.boolean(),
  /** Null until the member chooses. Until then nobody sees the pictures. */
  privatePictures: z.nullable(z.enum(privatePicturesFor)),
  /** Whether others see that the member is online and their last visit. If false, the member does not see it of others either. */
  showOnline: z.boolean(),
  units: z.enum(['auto', 'miles', 'metric']),
  theme: z.enum(['system', 'light', 'dark']),
  /** Of screens, mails and pushes. With `auto` each device uses its own. */
  language: z.enum(['auto', ...languages]),
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
  /** True if the member has private pictures and has not chosen who may see them. */
  asksAudience: z.boolean(),
  ...choices,
});
export type Settings = z.infer<typeof settingsEntity>;

/** A change of settings. Fields that are not present stay as they are, and read-only fields are ignored. */
const settingsChange = z.strictObject({
  ...z.partial(z.object(choices)).shape,
  name: z.optional(shortText(120)),
  email: z.optional(emailAddress),
  password: z.optional(z.string().check(z.maxLength(limits.maxPasswordLength * 4))),
  pushSubscriptions: z.optional(z.array(pushSubscription).check(z.maxLength(50))),
  defaultProfileId: z.optional(z.unknown()),
  roles: z.optional(z.unknown()),
  applicationServerKey: z.optional(z.unknown()),
  /** Null cancels a pending change of the email address. Other values are ignored. */
  pendingEmail: z.optional(z.unknown()),
  hasPassword: z.optional(z.unknown()),
  volunteerCredits: z.optional(z.unknown()),
  showNsfw: z.optional(z.unknown()),
  asksAudience: z.optional(z.unknown()),
});
export type SettingsChange = z.infer<typeof settingsChange>;

export const settings = {
  getSettings: endpoint({
    method: 'GET',
    path: '/api/settings',
    who: 'USER',
    summary: "The caller's account.",
    reply: settingsEntity,
  }),
  putSettings: endpoint({
    method: 'PUT',
    path: '/api/settings',
    who: 'USER',
    recentSignIn: 'partly',
    whileSuspended: () => true,
    summary:
      "Change the caller's account. An empty password is ignored; a new email address is pending until its link is opened, and repeating it sends the link again. A new email address requires a login within the last 15 minutes, and a new password one by mailed link.",
    body: settingsChange,
    reply: settingsEntity,
    // Only changes of preferences wait.
    waits: { queue: 'settings' },
  }),
};
