// The screens of members by their path in the screen table. Each file of screens has its own chunk.
import { lazyRouteComponent, type RouteComponent } from '@tanstack/react-router';
import type { screenRoutes } from '#shared/rules/routes.ts';
import { withPageTexts } from './load-language.ts';

export type ScreenPath = (typeof screenRoutes)[number]['path'];
export type Screens = Readonly<Partial<Record<ScreenPath, RouteComponent>>>;

export const memberScreens: Screens = {
  '/search/map': lazyRouteComponent(() => import('#client/features/nearby/MapScreen.tsx'), 'MapScreen'),
  '/search/tile': lazyRouteComponent(() => import('#client/features/nearby/TilesScreen.tsx'), 'TilesScreen'),
  '/search/swype': lazyRouteComponent(() => import('#client/features/nearby/SwypeScreen.tsx'), 'SwypeScreen'),
  '/search/profile': lazyRouteComponent(() => import('#client/features/nearby/DetailListScreen.tsx'), 'DetailListScreen'),
  '/chat/personal': lazyRouteComponent(() => import('#client/features/messages/ConversationsScreen.tsx'), 'ConversationsScreen'),
  '/chat/personal/{profileId}': lazyRouteComponent(
    () => import('#client/features/messages/ConversationScreen.tsx'),
    'ConversationScreen',
  ),
  '/chat/broadcast': lazyRouteComponent(() => import('#client/features/messages/BroadcastScreen.tsx'), 'BroadcastScreen'),
  '/games/arbitration': lazyRouteComponent(() => import('#client/features/reports/ArbitrationScreen.tsx'), 'ArbitrationScreen'),
  '/games/arbitration/{caseId}': lazyRouteComponent(
    () => import('#client/features/reports/ArbitrationCaseScreen.tsx'),
    'ArbitrationCaseScreen',
  ),
  '/notifications': lazyRouteComponent(
    () => import('#client/features/notifications/NotificationsScreen.tsx'),
    'NotificationsScreen',
  ),
  '/notifications/open/{notificationId}': lazyRouteComponent(
    () => import('#client/features/notifications/NotificationOpenScreen.tsx'),
    'NotificationOpenScreen',
  ),
  '/profile/{profileId}': lazyRouteComponent(() => import('#client/features/profiles/ProfileScreen.tsx'), 'ProfileScreen'),
  '/profileEdit': lazyRouteComponent(() => import('#client/features/profiles/ProfileEditScreen.tsx'), 'ProfileEditScreen'),
  '/profilePicUpload': lazyRouteComponent(
    () => import('#client/features/profiles/ProfilePicUploadScreen.tsx'),
    'ProfilePicUploadScreen',
  ),
  '/notes': lazyRouteComponent(() => import('#client/features/notes/NotesScreen.tsx'), 'NotesScreen'),
  '/profilePicEdit': lazyRouteComponent(
    () => import('#client/features/profiles/ProfilePicEditScreen.tsx'),
    'ProfilePicEditScreen',
  ),
  '/profilePicCarousel': lazyRouteComponent(
    () => import('#client/features/profiles/ProfilePicCarouselScreen.tsx'),
    'ProfilePicCarouselScreen',
  ),
  '/profilePicRateSwipe': lazyRouteComponent(
    () => import('#client/features/profiles/ProfilePicRateSwipeScreen.tsx'),
    'ProfilePicRateSwipeScreen',
  ),
  '/likes/profilelikedyou': lazyRouteComponent(() => import('#client/features/likes/LikesScreen.tsx'), 'LikedYouScreen'),
  '/likes/youlikedprofile': lazyRouteComponent(() => import('#client/features/likes/LikesScreen.tsx'), 'YouLikedScreen'),
  '/likes/profilelikedyourpics': lazyRouteComponent(() => import('#client/features/likes/PicLikesScreen.tsx'), 'YourPicsScreen'),
  '/likes/youlikedprofilepics': lazyRouteComponent(() => import('#client/features/likes/PicLikesScreen.tsx'), 'TheirPicsScreen'),
  '/games': lazyRouteComponent(() => import('#client/features/games/GamesScreen.tsx'), 'GamesScreen'),
  '/games/gptbuster': lazyRouteComponent(() => import('#client/features/games/GptBusterScreen.tsx'), 'GptBusterScreen'),
  '/games/ratinggame': lazyRouteComponent(() => import('#client/features/games/RatingGameScreen.tsx'), 'RatingGameScreen'),
  '/games/photocrop': lazyRouteComponent(() => import('#client/features/games/PhotoCropScreen.tsx'), 'PhotoCropScreen'),
  '/games/cooties': lazyRouteComponent(() => import('#client/features/games/CootiesScreen.tsx'), 'CootiesScreen'),
  '/games/health': lazyRouteComponent(() => import('#client/features/games/HealthReportScreen.tsx'), 'HealthReportScreen'),
  '/games/health/testing': lazyRouteComponent(() => import('#client/features/games/TestingScreen.tsx'), 'TestingScreen'),
  '/games/welcome': lazyRouteComponent(() => import('#client/features/games/WelcomeScreen.tsx'), 'WelcomeScreen'),
  '/games/leaderboard': lazyRouteComponent(() => import('#client/features/games/LeaderboardScreen.tsx'), 'LeaderboardScreen'),
  '/settings': lazyRouteComponent(() => import('#client/features/settings/SettingsScreen.tsx'), 'SettingsScreen'),
  '/billing': lazyRouteComponent(() => withPageTexts(() => import('#client/features/site/BillingScreen.tsx')), 'BillingScreen'),
  '/logout': lazyRouteComponent(() => import('#client/features/session/LogoutScreen.tsx'), 'LogoutScreen'),
};
