// Which modules of the client are one file: few files, since each costs a request and compresses worse alone.
import type { Rolldown } from 'vite';

/** Devices of members fetch files with this prefix when idle; all others are fetched at install. */
const later = 'later-';
/** No device keeps files with this prefix: only administrators open them. */
const admin = 'admin-';

const vendorPackages =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\//;
/** The modules that name lazy files, and with them their hashes. */
const tablesOfFiles = /client\/(index\.html|app\/(main|router|routes\.\w+)\.tsx?)$/;
const adminSources = /(^|\/)(features\/admin|plot)\/|\/Admin\w+Screen\.tsx$/;

/** Prefix of a file that is named after its only screen. */
export const prefixOf = (file: string | null | undefined): string => (adminSources.test(file ?? '') ? admin : '');

/** The screens of each area, those whose parts other areas use first; modules that no other area needs come with them. */
const areas: Readonly<Record<string, RegExp>> = {
  home: /features\/home\/HomePeople\./,
  lock: /features\/lock\/|app\/(before-start|lock-gate)\./,
  menu: /app\/(SideMenu|KeySheet)\.|features\/((site|session|notifications)\/(?!Muting)|messages\/MessageMenu\.)/,
  // The map takes Find's bar from here.
  [`${later}nearby`]: /features\/nearby\/((Tiles|Swype)Screen|FindBar)\./,
  [`${later}map`]: /features\/nearby\/MapScreen\.|client\/map\/street-base\./,
  [`${later}details`]: /features\/nearby\/(DetailListScreen|FilterSheet|PlacesSheet)\./,
  [`${later}shrink`]: /client\/shrink\//,
  // What both kinds of chat need, then each of them.
  [`${later}messages`]:
    /features\/messages\/(Message(Content|Editor)|MoreButton|message-|shown-messages|use-(message-gestures|open-picture|polling|removals)|(broadcast|conversation|replies)\.css)/,
  // The list stands beside a conversation on wide screens.
  [`${later}chats`]: /features\/messages\/ConversationsScreen\./,
  [`${later}chat`]: /features\/messages\/Conversation(Screen)?\./,
  [`${later}broadcast`]: /features\/messages\/BroadcastScreen\./,
  [`${later}profile`]: /features\/(likes\/(?!blocked)|notes|profiles\/(ProfileScreen|SharePrivate)\.|games\/VouchedFor\.)/,
  [`${later}crop`]: /features\/profiles\/ProfilePicEditScreen\.|client\/crop\//,
  [`${later}pictures`]: /features\/profiles\/ProfilePic/,
  [`${later}steps`]: /features\/(home\/FirstSteps|profiles\/FirstPicture)\./,
  [`${later}edit`]: /features\/profiles\//,
  [`${later}settings`]: /features\/(settings\/(SettingsScreen|delete-account)|games\/GameConsents)\./,
  [`${later}community`]: /features\/(games\/(Cooties|HealthReport|Testing|Welcome|Leaderboard)Screen\.|reports\/)/,
  [`${later}games`]: /features\/games\//,
  // What opens by a tap on screens of chats and settings.
  [`${later}dialogs`]: /features\/(messages|settings)\//,
};

/** A module goes into the first group that takes it, by priority and then by order; what it imports goes along. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    // The map's engine changes with its version only. What only maps of ready-made pictures take of it lies with their drawing.
    {
      name: `${later}ol`,
      test: /node_modules\/(ol\/(?!source\/(XYZ|TileImage)\.js|layer\/(Base)?Tile\.js)|(rbush|quickselect|pbf|earcut)\/)/,
      priority: 3,
    },
    { name: 'vendor', tags: ['$initial'], test: vendorPackages, priority: 2 },
    { name: 'queries', test: /node_modules\/@tanstack\/(react-query|query-core)\//, priority: 1 },
    // All else that is loaded at start, apart from the entry with its table of lazy files, which every change touches.
    { name: 'shell', tags: ['$initial'], test: (id) => !tablesOfFiles.test(id), priority: 1 },
    // Comes right after the first paint, in one request.
    {
      name: 'soon',
      test: /client\/(app\/(UpdateNotice|screen-focus)|features\/session\/passkey-login|offline\/(worker-bridge|uploads\/undelivered-count))\.|workbox-window/,
    },
    // What visitors open, without anything that only members need: pages that ask the server nothing, then forms.
    { name: 'texts', test: /features\/site\/((About|Sorry|Terms)Screen|\w+-text)\./ },
    { name: 'public', test: /features\/(site\/(Contact|Support)|session\/(Register|UnwantedEmails))Screen\./ },
    // What every member needs at once: the device's database, then the services and the home screen.
    { name: 'offline', test: /client\/offline\/(?!lock\/)|node_modules\/idb/ },
    {
      name: 'member',
      test: /client\/(app\/(persist-queries|member-services|open-member-storage|MemberBanners|panic)\.|features\/home\/(HomeScreen|MemberHome|QuickSettings|first-steps)\.)|query-(persist-client-core|sync-storage-persister)|react-query-persist-client/,
    },
    // What screens are made of, and what several of them need.
    {
      name: 'parts',
      test: /client\/(ui|people|net|device)\/(?!picture-zoom|polling|use-picture-gestures)|\/(crop\/(cut|crop)|reports\/ReportButton|nearby\/(map-fragment|view-sectors)|profiles\/(MenuButton|PictureGrid|UploadPreview|access-text|private-access\.queries)|messages\/(chats|message-icons)|games\/leaderboard|likes\/(LikeButton|RefusedPicLikes|PicLikeButton)|contract\/passkey-logins)\./,
    },
    {
      name: 'shared',
      test: /\/(client\/(?!map\/|features\/(messages\/|nearby\/(Find|find-|chip-label)))|shared\/)/,
      minShareCount: 3,
    },
    ...Object.entries(areas).map(([name, screens]) => ({
      name,
      test: (id: string) => screens.test(id) && !adminSources.test(id),
    })),
  ],
};
