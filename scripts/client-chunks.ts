// Groups the client's modules into a few files, since each file costs a request and small files compress worse.
import type { Rolldown } from 'vite';

/** Members' devices fetch files with this prefix when idle. All other files, which visitors need, are fetched at install. */
const later = 'later-';
/** Devices do not keep files with this prefix, since only administrators open them. */
const admin = 'admin-';
/** A device needs the file of its own language only. */
const language = 'language-';

const vendorPackages =
  /node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack\/(react-router|router-core|history|store|react-store|react-query|query-core))\//;
/** The modules that name lazy files, and therefore contain the hashes of those files. */
const tablesOfFiles = /client\/(index\.html|app\/(main|load-language|router|routes\.\w+)\.tsx?)$/;
const adminSources = /(^|\/)(features\/admin|plot)\/|\/Admin\w+Screen\.tsx$/;

/** Returns the prefix of a file that is named after its only screen or language. */
export function prefixOf(file: string | null | undefined): string {
  if (file?.includes('/shared/languages/') === true) return language;
  return adminSources.test(file ?? '') ? admin : '';
}

/** The screens of each area. Areas whose parts others use come first. Modules that no other area needs come with the screens. */
const areas: Readonly<Record<string, RegExp>> = {
  [`${later}home`]: /features\/(home\/HomePeople|nearby\/AreaFaces)\./,
  [`${later}lock`]: /features\/lock\/|app\/(before-start|lock-gate)\./,
  [`${later}menu`]: /app\/KeySheet\.|features\/((site|session|notifications)\/(?!use-muting)|messages\/MessageMenu\.)/,
  // The map takes Find's bar from this file.
  [`${later}nearby`]: /features\/nearby\/((Tiles|Swype)Screen|FindBar|gone-member)\./,
  [`${later}map`]: /features\/nearby\/MapScreen\.|client\/map\/street-base\./,
  [`${later}raster`]: /client\/map\/raster-base\./,
  [`${later}details`]: /features\/nearby\/(DetailListScreen|FilterSheet|PlacesSheet)\./,
  [`${later}shrink`]: /client\/shrink\//,
  // This file has the modules that both kinds of chat need. The files below have those of one kind.
  [`${later}messages`]:
    /features\/messages\/(Message(Content|Editor)|MoreButton|SpokenArrivals|shown-messages|use-(drop-delivered|message-gestures|open-picture|removals)|(bubble|editor)\.css)/,
  // On wide screens the list is beside a conversation.
  [`${later}chats`]: /features\/messages\/ConversationsScreen\./,
  [`${later}chat`]: /features\/messages\/Conversation(Screen)?\./,
  [`${later}broadcast`]: /features\/messages\/BroadcastScreen\./,
  [`${later}notes`]: /features\/notes\//,
  [`${later}profile`]: /features\/(likes\/(?!blocked)|profiles\/(ProfileScreen|use-private-sharing)\.|games\/VouchedFor\.)/,
  [`${later}crop`]: /features\/profiles\/ProfilePicEditScreen\.|client\/crop\//,
  [`${later}pictures`]: /features\/profiles\/ProfilePic/,
  [`${later}steps`]: /features\/(home\/FirstSteps|profiles\/FirstPicture)\./,
  [`${later}edit`]: /features\/profiles\/(?!SharingForm)/,
  [`${later}settings`]: /features\/(settings\/(SettingsScreen|delete-account)|games\/GameConsents)\./,
  [`${later}community`]: /features\/(games\/(Cooties|HealthReport|Testing|Welcome|Leaderboard)Screen\.|reports\/)/,
  [`${later}games`]: /features\/games\//,
  // These files have the dialogs that a tap opens: on settings and profiles, and on the chats.
  [`${later}dialogs`]: /features\/(settings|profiles)\//,
  [`${later}compose`]: /features\/messages\//,
};

/** A module and its imports go into the first group that takes the module, by priority and then by order. */
export const codeSplitting: Rolldown.CodeSplittingOptions = {
  groups: [
    // The map's engine changes only with its version. Its parts for maps of ready-made pictures are in the file that draws these.
    {
      name: `${later}ol`,
      test: /node_modules\/(ol\/(?!source\/(XYZ|TileImage)\.js|layer\/(Base)?Tile\.js)|(rbush|quickselect|pbf|earcut)\/)/,
      priority: 3,
    },
    { name: 'vendor', tags: ['$initial'], test: vendorPackages, priority: 2 },
    { name: 'queries', test: /node_modules\/@tanstack\/(react-query|query-core)\//, priority: 1 },
    // This file has everything else that is loaded at start, without the entry with its table of lazy files, which often changes.
    { name: 'shell', tags: ['$initial'], test: (id) => !tablesOfFiles.test(id), priority: 1 },
    // This file is loaded right after the first paint, in one request.
    {
      name: 'soon',
      test: /client\/(ui\/LastContact|app\/(UpdateNotice|screen-focus)|features\/session\/passkey-login|offline\/(worker-bridge|uploads\/undelivered-count))\.|workbox-window/,
    },
    // These files have the pages for visitors without modules of members: first pages that make no calls, then forms and the menu.
    { name: 'texts', test: /features\/site\/((About|Sorry|Terms)Screen|\w+-text)\./ },
    {
      name: 'public',
      test: /features\/(site\/(Contact|Support)Screen|session\/((Register|UnwantedEmails|Logout)Screen|UnsentOfOtherAccount|needed-of-browser))\.|app\/(SideMenu|UpdateStrip)\.|net\/query-client\./,
    },
    // These files have the modules that every member needs at once: the device's database and the addresses of pictures, then the
    // services and the home screen.
    {
      name: `${later}offline`,
      test: /client\/(offline\/(?!lock\/)|app\/leave-session\.|people\/picture-url\.)|node_modules\/idb/,
    },
    {
      name: `${later}member`,
      test: /client\/(app\/(persist-queries|member-services|confirm-session|open-member-storage|MemberBanners|panic)\.|features\/(home\/(HomeScreen|MemberHome|QuickSettings|first-steps)|session\/begin-session)\.)|query-(persist-client-core|sync-storage-persister)|react-query-persist-client/,
    },
    // These files have the components of screens, and the modules that several screens need.
    {
      name: `${later}parts`,
      test: /client\/(ui|people|net|device)\/(?!picture-zoom|polling|use-picture-gestures)|\/(crop\/(crop-geometry|crop)|reports\/use-reporting|nearby\/(map-fragment|view-sectors)|profiles\/(MenuButton|PictureGrid|UploadPreview|access-text|private-access\.queries)|messages\/(chats|message-icons|message-state|MessageStateMark|use-panes)|games\/(leaderboard|waiting\.queries)|likes\/(LikeButton|RefusedPicLikes|PicLikeButton)|contract\/passkey-logins)\./,
    },
    {
      name: `${later}shared`,
      test: /\/(client\/(?!map\/|offline\/lock\/(lock-(change|setting)|new-lock-passkey)|features\/(messages\/|settings\/(passkeys|\w*-?lock)|nearby\/(Find|find-|chip-label)))|shared\/)/,
      minShareCount: 3,
    },
    ...Object.entries(areas).map(([name, screens]) => ({
      name,
      test: (id: string) => screens.test(id) && !adminSources.test(id),
    })),
    { name: `${admin}screens`, test: adminSources },
  ],
};
