// Lists the texts and keys that the specification quotes, each with the place in the source that must have it verbatim.
export interface SpecText {
  /** The part of the specification that quotes it. */
  readonly quoted: string;
  readonly text: string;
  /** A file or a folder of the source. */
  readonly place: string;
  /** Says whether it is a whole text between quotes or tags, a part of a longer text, or a field name. */
  readonly as: 'whole' | 'part' | 'field';
}

const texts =
  (as: SpecText['as']) =>
  (quoted: string, place: string, ...all: readonly string[]): SpecText[] =>
    all.map((text) => ({ quoted, text, place, as }));
const whole = texts('whole');
const part = texts('part');
const fields = (quoted: string, file: string, names: string): SpecText[] =>
  texts('field')(quoted, `shared/contract/${file}.ts`, ...names.split(' '));

const session = 'client/features/session';
const site = 'client/features/site';
const settings = 'client/features/settings';
const nearby = 'client/features/nearby';
const profiles = 'client/features/profiles';
const likes = 'client/features/likes';
const games = 'client/features/games';
const messages = 'client/features/messages';
const routes = 'shared/rules/routes.ts';
const problems = 'shared/contract/problems.ts';
const storage = 'client/device/storage.ts';
const characteristics = 'shared/rules/characteristics.ts';

const settingsNotSaved = 'Could not save your settings.  Perhaps your email address is already registred to another account.';
const notAccepted = 'Acceptance of all of the acknowledgements above are required.';
const wrongPassword = 'Password and/or Email address is incorrect';
const gameCards = ['GPT Buster', 'Cooties', 'Hot or Not', 'The Rating Game', 'Photo Cropping', 'Community Arbitration'];

const shownTexts: readonly SpecText[] = [
  ...whole('login, form', session, 'Log in', 'Logging in...', 'Need to Register?', 'Forgot Password?'),
  ...whole('login, refused', problems, wrongPassword),
  ...whole('login, refused', session, wrongPassword),
  ...whole('register, form', session, 'Register / Recover Login', 'Send Login Link', 'Requesting...'),
  ...whole('register, unticked', session, notAccepted),
  ...whole('register, unticked', problems, notAccepted),
  ...whole('logout', session, 'You are being logged out.', 'Login Again'),
  ...whole('unknown path', `${site}/NotFoundScreen.tsx`, 'Page Not Found', 'Home'),
  ...whole('unknown path', site, 'Well, this is embarrassing. The feature you requested was not found.'),
  ...whole('technical difficulties', `${site}/SorryScreen.tsx`, 'Try Again', 'Home'),
  ...whole('header, server error', 'client/app', 'Sorry this app is having trouble communicating with the server.'),
  ...part('support', site, 'lambda symbol'),
  ...whole('contact form', site, 'Please provide your full name', 'Sending...'),
  ...whole('contact form', problems, 'Please provide your full name'),
  ...whole('contact, sent', site, 'Message Sent, you may receive a reply to the email address asscoiated with your account.'),
  ...whole('contact, failure', site, 'Message sending failed, please try again another time.'),
  ...part('membership dues', `${site}/BillingScreen.tsx`, 'Community membership is free, and paid contributing members fund it.'),
  ...part('membership dues', site, 'sponsors 3 accounts, you plus 2 friends', 'sponsors 5 accounts, you plus 4 friends'),
  ...whole('membership dues', site, '$10', '$15', 'per month', 'per month, or $100 per year'),
  ...part('membership dues', site, 'a bank-transfer service or credit card'),
  ...whole('settings', `${settings}/SettingsScreen.tsx`, 'Account Settings', 'Saved'),
  ...whole('settings, new password', settings, 'Passwords do not match'),
  ...whole('settings, failure of saving', settings, settingsNotSaved),
  ...whole('settings, failure of saving', problems, settingsNotSaved),
  ...whole('push notifications', settings, 'Push notifications are not supported on this device.'),
  ...whole('push notifications', settings, 'Push notifications were denied.', 'Unable to subscribe to push notifications.'),
  ...whole('map, buttons', `${nearby}/MapTools.tsx`, 'Walk', 'GPS', 'Hide', 'Show', 'Me', 'Chat'),
  ...whole('map, past the limits', `${nearby}/MapMessage.tsx`, 'Too many profiles to display.', 'Zoom in to see profiles.'),
  ...whole('tiles, footer', nearby, 'near you'),
  ...whole('swipe', nearby, 'View Profile / Chat', "You've reached the end!"),
  ...whole('details, end', nearby, 'There are no more profiles to show within the limits and filters you may have applied.'),
  ...whole('geolocation', 'client/device', 'Geolocation denied, your device refused to provide location'),
  ...whole('geolocation', 'client/device', 'Geolocation unable to provide location', 'Geolocation timed out', 'OTHER ERROR'),
  ...whole('likes, lists', `${likes}/LikesScreen.tsx`, 'Liked You', 'You Liked'),
  ...whole('likes, lists', `${likes}/PicLikesScreen.tsx`, 'Your Pics', 'Their Pics'),
  ...whole('likes, none received', `${likes}/LikesScreen.tsx`, 'Some day your prince will come...'),
  ...whole('likes, none received', `${likes}/PicLikesScreen.tsx`, 'Some day your prince will come...'),
  ...whole('likes, none given', `${likes}/LikesScreen.tsx`, 'Have no suitors have caught your eye?'),
  ...whole('likes, none given', `${likes}/PicLikesScreen.tsx`, 'Have no suitors have caught your eye?'),
  ...whole('like button', 'shared/rules/likes.ts', 'Like', 'Remove Like'),
  ...whole('blocking', likes, 'Blocked and Redirecting...'),
  ...whole('profile', `${profiles}/ProfileScreen.tsx`, 'That profile is not available.'),
  ...whole('profile', `${profiles}/PublicPictures.tsx`, 'No public pics'),
  ...whole('profile', `${profiles}/ProfileView.tsx`, 'No private pics'),
  ...whole('profile editor', `${profiles}/ProfileForm.tsx`, 'Saved', 'Save'),
  ...whole('profile editor, pictures', `${profiles}/PicturesEditor.tsx`, 'Saved Image Changes', 'Could not replace images...'),
  ...whole('profile editor, private', `${profiles}/ProfileEditScreen.tsx`, 'Profile pictures (NSFW) editing is hidden.'),
  ...whole('picture editor', `${profiles}/ProfilePicEditScreen.tsx`, 'Cancel', 'Save', 'Could not replace images...'),
  ...whole('carousel', profiles, 'Prev', 'Next'),
  ...whole('carousel', `${profiles}/ProfilePicCarouselScreen.tsx`, 'View Profile'),
  ...whole('upload, refused', profiles, 'Error: '),
  ...whole('private tags', 'client/features/notes', 'Tag'),
  ...whole('conversations', `${messages}/ConversationList.tsx`, 'Your Conversations'),
  ...whole('broadcast', `${messages}/BroadcastScreen.tsx`, 'Broadcast Messages'),
  ...whole('broadcast', messages, 'No messages found in your area.', "That's all folks..."),
  ...whole('notifications, empty', 'client/features/notifications', 'None'),
  ...whole('games, title', `${games}/GamesScreen.tsx`, 'Games and Interactive Management'),
  ...whole('games, cards', `${games}/game-cards.ts`, ...gameCards, 'Health Incident Report', 'Welcome Committee', 'Leaderboard'),
];

const values: readonly SpecText[] = [
  ...whole('likeType', 'shared/rules/likes.ts', 'LIKE', 'DISLIKE', 'UNDETERMINED', 'ERROR'),
  ...whole('roles', 'shared/rules/roles.ts', 'UNAUTHENTICATED', 'USER', 'ADMIN'),
  ...whole('acknowledgements', 'shared/contract/session.ts', 'technical', 'age', 'law'),
  ...whole('position, use', 'shared/contract/positions.ts', 'OVERRIDE', 'DEVICE_GPS'),
  ...whole('location reporting', 'client/device/location-reporter.ts', 'override', 'random'),
  ...whole('location reporting', 'client/device/last-location.ts', 'device'),
  ...whole('storage keys', storage, 'show_nsfw', 'TEST_MODE', 'lastLocation', 'mapViewState'),
  ...whole('problem codes', problems, 'no-position'),
  ...texts('field')('problem codes', problems, 'reauth'),
  ...part('header keys', 'shared/contract/messages.ts', 'Idempotency-Key'),
  ...part('header keys', 'shared/contract/profiles.ts', 'If-Match'),
  ...whole('privacy anchor', `${site}/TermsScreen.tsx`, 'pp'),
  ...texts('field')(
    'characteristics, categories',
    characteristics,
    'Meet',
    'Positions',
    'Safety',
    'Body',
    'Community',
    'Interests',
    'Kink',
  ),
  ...whole('characteristics, meet', characteristics, 'Hosting', 'Traveling', '{product}', 'Bar', 'Coffee'),
  ...whole('characteristics, positions', characteristics, 'Top', 'Bottom', 'Versatile', 'Oral'),
  ...whole(
    'characteristics, safety',
    characteristics,
    'SafeOnly',
    'Hiv+',
    'Hiv-',
    'Condoms',
    'PrEP',
    'Doxy',
    'DDF',
    'Tested',
    'Vax+',
  ),
  ...whole('characteristics, body', characteristics, 'Hairy', 'Smooth', 'Masculine', 'Feminine', 'Transgender'),
  ...whole('characteristics, community', characteristics, 'Bear', 'Leather', 'Trans', 'BDSM', 'Poz', 'Puppy'),
  ...whole('characteristics, interests', characteristics, 'Travel', 'Fitness', 'Outdoors', 'Culture', 'Cooking', 'Art'),
  ...whole('characteristics, interests', characteristics, 'Homemaking', 'Animals', 'Gardening', 'Professional'),
  ...whole('characteristics, kink', characteristics, 'Fetish', 'Taboo', 'Kink', 'FistTop', 'FistBottom'),
];

const screens: readonly SpecText[] = [
  ...whole('menu groups', routes, 'Home', 'Find', 'Likes', 'Chat', 'Games'),
  ...whole('titles', routes, 'Register / Recover Login', 'Account Settings', 'Games and Interactive Management'),
  ...whole('titles', routes, 'Your Conversations', 'Broadcast Messages', 'Liked You', 'Your Pics', 'You Liked', 'Their Pics'),
  ...whole('routes, open', routes, '/', '/login', '/register', '/logout', '/sorry', '/aboutus', '/tos', '/contactus', '/support'),
  ...whole('routes, find', routes, '/search/map', '/search/tile', '/search/swype', '/search/profile'),
  ...whole('routes, likes', routes, '/likes/profilelikedyou', '/likes/profilelikedyourpics'),
  ...whole('routes, likes', routes, '/likes/youlikedprofile', '/likes/youlikedprofilepics'),
  ...whole('routes, games', routes, '/games', '/games/gptbuster', '/games/ratinggame', '/games/photocrop', '/games/arbitration'),
  ...whole('routes, games', routes, '/games/cooties', '/games/health', '/games/welcome', '/games/leaderboard'),
  ...whole('routes, chat', routes, '/chat/personal', '/chat/personal/{profileId}', '/chat/broadcast', '/notifications'),
  ...whole('routes, profile', routes, '/profile/{profileId}', '/profileEdit', '/profilePicEdit', '/profilePicCarousel'),
  ...whole('routes, profile', routes, '/profilePicRateSwipe', '/profilePicUpload', '/settings', '/billing', '/dashboard'),
];

const contract = (quoted: string, file: string, ...paths: readonly string[]): SpecText[] =>
  whole(quoted, `shared/contract/${file}.ts`, ...paths);

const calls: readonly SpecText[] = [
  ...contract('calls, session', 'session', '/api/auth', '/api/auth/register', '/api/session'),
  ...contract('calls, site', 'site', '/api/ping', '/api/version'),
  ...whole('calls, site', 'server/http', '/version_frontend.json', '/manifest.webmanifest'),
  ...whole('calls, websocket', 'server/live', '/api/ws'),
  ...contract('calls, settings', 'settings', '/api/settings'),
  ...contract('calls, contact', 'contact', '/api/contactus-messages'),
  ...contract('calls, notifications', 'notifications', '/api/notifications/{profileId}'),
  ...whole('calls, also of the worker', 'shared/rules/worker-calls.ts', '/api/message', '/api/notification/{id}'),
  ...contract('calls, profile', 'profiles', '/api/profile/{id}', '/api/profile'),
  ...contract(
    'calls, likes',
    'likes',
    '/api/profile-like',
    '/api/profile-likes/by-liker/{id}',
    '/api/profile-likes/by-liked/{id}',
  ),
  ...contract('calls, likes of pictures', 'likes', '/api/profile-pic-like', '/api/profile-pic-likes/by-liker-profileid/{id}'),
  ...contract('calls, likes of pictures', 'likes', '/api/profile-pic-likes/by-liked-profileid/{id}'),
  ...contract('calls, notes', 'notes', '/api/profile-note', '/api/profile-notes'),
  ...contract('calls, position', 'positions', '/api/profile-position/{profileId}'),
  ...contract('calls, nearby', 'nearby', '/api/profile-positions/aggregates', '/api/profile-briefs/nearest'),
  ...contract('calls, nearby', 'nearby', '/api/profile-briefs/by-bounds', '/api/profile-briefs/by-sector/{sector}'),
  ...contract('calls, messages', 'messages', '/api/messages/most-recent-with/{id}', '/api/messages/between/{a}/{b}'),
  ...contract('calls, messages', 'messages', '/api/messages/by-sector/{sector}'),
  ...contract('calls, messages', 'messages', '/api/message-read/{id}', '/api/message/{id}'),
  ...contract('calls, admin', 'admin', '/api/admin/testUsersCreate/{count}', '/api/admin/dashboard/userRoleCounts'),
  ...contract('calls, pictures', 'pictures', '/api/profile-pic', '/api/profile-pic/{id}', '/api/profile-pic/nsfw/{id}'),
  ...contract('calls, pictures', 'pictures', '/api/profile/pic/{id}'),
  ...contract('calls, grants', 'grants', '/api/profile-pic-grants'),
];

const entities: readonly SpecText[] = [
  ...fields('profile', 'profiles', 'id profilename profilePicIds profilePicIdsPrivate birthdate age height weight'),
  ...fields('profile', 'profiles', 'description characteristics roles tsUpdated admin'),
  ...fields('brief', 'profiles', 'profileId session profileName profileAge profileChars profileWeight profileHeight lat lon'),
  ...fields('settings', 'settings', 'defaultProfileId roles name email password pushSubscriptions applicationServerKey'),
  ...fields('settings', 'settings', 'pendingEmail positionPrecision previews quietHours sendSeen sendTyping units theme'),
  ...fields('push subscription', 'settings', 'deviceName endpoint expirationTime auth_base64 p256dh_base64'),
  ...fields(
    'position',
    'positions',
    'profileId session overrideLat overrideLon gpsLat gpsLon gpsTimestamp use hide tsEffectiveUntil',
  ),
  ...fields('position aggregate', 'nearby', 'centerLat centerLon deltaLat deltaLon count tsUpdated'),
  ...fields('nearby, query', 'nearby', 'page size latMin lonMin latMax lonMax includeTestData'),
  ...fields('like', 'likes', 'likerProfileId likedProfileId likeType blocked tsCreated profilePicId profilePicProfileId'),
  ...fields('note', 'notes', 'authorProfileId aboutProfileId bodyText privateTags'),
  ...fields('message', 'messages', 'id senderProfileId recipientProfileId bodyText profilePicIds tsCreated'),
  ...fields(
    'message',
    'messages',
    'tsRecipientRead tsRecipientDeleted tsSenderDeleted sinceMessageId beforeMessageId clientId forBoth',
  ),
  ...fields('notification', 'notifications', 'id bodyText url tsCreated'),
  ...fields('contact message', 'contact', 'name message'),
  ...fields('registration', 'session', 'email acknowledgements'),
  ...fields('session', 'session', 'showNsfw'),
  ...fields('role count', 'admin', 'role count'),
  ...fields('version', 'site', 'gitCommitHash gitCommitTs'),
  ...fields('problem', 'problems', 'statusCode error message code'),
  ...whole('login, form', 'shared/contract/session.ts', 'username', 'password', 'remember'),
  ...fields('picture, query', 'pictures', 'scale_x orig replace_id'),
  ...whole('picture upload', 'shared/contract/pictures.ts', 'authorProfileId', 'picfile', 'picfilename'),
];

export const specTexts: readonly SpecText[] = [...shownTexts, ...values, ...screens, ...calls, ...entities];
