// The assumptions of the capacity bench about members and machines, each with its unit and its reason.

interface Assumption {
  readonly value: number;
  readonly unit: string;
  readonly why: string;
}

const listed = {
  dailyActive: {
    value: 0.3,
    unit: 'of the members on one day',
    why: 'members are those seen within a month; social apps state 0.2 to 0.5',
  },
  messagesADay: {
    value: 70,
    unit: 'sent by an active member a day',
    why: 'Grindr stated 13 million monthly members in 2020 and 100 billion messages in 2023: 21 each, and 21 / dailyActive',
  },
  minutesADay: {
    value: 60,
    unit: 'minutes with an open socket, by an active member a day',
    why: 'a guess: an hour in the foreground; browsers close sockets of pages in the background',
  },
  opensADay: { value: 10, unit: 'sockets opened by an active member a day', why: 'a guess: an hour in pieces of six minutes' },
  pollsAMinute: { value: 1, unit: 'with an open socket', why: 'the client asks for broadcasts each minute' },
  tilePictures: {
    value: 120,
    unit: 'pictures of 512 pixels fetched by an active member a day',
    why: 'four pages of 30 tiles; devices keep the pictures that they have',
  },
  picturesStored: { value: 3, unit: 'stored for a member', why: 'a guess: most have one to five, 60 are allowed' },
  historyDays: { value: 730, unit: 'days of messages in the database', why: 'messages are kept as long as their members stay' },
  messagesAConversation: {
    value: 20,
    unit: 'messages',
    why: 'a guess: many conversations end after a few, some go on for years',
  },
  changesAMessage: { value: 2, unit: 'rows of the change log', why: 'the message and its read mark' },
  cellChanges: {
    value: 0.5,
    unit: 'rows of the change log for a position report',
    why: 'a guess: half of the reports leave the cell',
  },
  visitsADay: { value: 6, unit: 'rows of the change log for an active member', why: 'visits are shown in slots of ten minutes' },
  peak: { value: 3, unit: 'times the mean, in the busiest hour', why: 'evenings of one continent; about 2 for the whole world' },
  cores: { value: 16, unit: 'cores of a machine', why: 'a usual server, with the cores of the measuring machine' },
  memoryGb: { value: 64, unit: 'GB of memory', why: 'four for each core' },
  diskTb: { value: 16, unit: 'TB of disk', why: 'four drives' },
  gigabits: { value: 10, unit: 'Gbit/s of network', why: 'the usual card' },
  busy: { value: 0.6, unit: 'of a core, memory or network is used at peak', why: 'waiting times grow fast beyond it' },
  startSeconds: {
    value: 60,
    unit: 'CPU seconds until a process serves',
    why: 'a rolling restart of ten processes then takes ten minutes',
  },
  followShare: { value: 0.1, unit: 'of a core to follow the change log', why: 'each process pays it before it answers any call' },
  copies: { value: 2, unit: 'of each database, index shard and picture, and machines of each kind', why: 'one may fail' },
} as const satisfies Readonly<Record<string, Assumption>>;

export const assumptions: Readonly<Record<keyof typeof listed, Assumption>> = listed;

export type Assumed = Readonly<Record<keyof typeof listed, number>>;

const names = Object.keys(listed) as (keyof typeof listed)[];

/** `dailyActive` is set with `--daily-active`. */
export const optionOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** Returns the values, as changed by the options. Throws for an unknown option, except for those in `others`. */
export function assumedFrom(args: readonly string[], others: readonly string[] = []): Assumed {
  for (const option of args.filter((arg) => arg.startsWith('--')))
    if (!others.includes(option) && !names.some((name) => optionOf(name) === option))
      throw new Error(`${option} is not an option.`);
  return Object.fromEntries(names.map((name) => [name, valueOf(args, name)])) as Assumed;
}

function valueOf(args: readonly string[], name: keyof typeof listed): number {
  const at = args.indexOf(optionOf(name));
  if (at === -1) return listed[name].value;
  const value = Number(args[at + 1]);
  if (!(value > 0) || value === Infinity) throw new Error(`${optionOf(name)} requires a number above 0.`);
  return value;
}
