// The cards of the games screen, in order.
import type { PlainText } from '#client/device/texts.ts';
import { HeartIcon, type IconComponent } from '#client/ui/icons.tsx';
import type { Waiting } from '#shared/contract/home.ts';
import type { ScoredGame } from '#shared/rules/games.ts';
import {
  CropFrameIcon,
  FlameIcon,
  GlitterIcon,
  PodiumIcon,
  QuoteIcon,
  ScalesIcon,
  ShieldPlusIcon,
  WaveIcon,
} from './game-icons.ts';

export interface GameCard {
  /** In English, like the text. */
  readonly title: PlainText;
  readonly text: PlainText;
  readonly path: string;
  readonly icon: IconComponent;
  /** The game whose points the card shows. */
  readonly game?: ScoredGame;
  /** What can wait for the member in this game. */
  readonly waits?: keyof Waiting;
}

export const gameCards: readonly GameCard[] = [
  {
    title: 'GPT Buster',
    text: 'Did a member or a machine write it?',
    path: '/games/gptbuster',
    icon: QuoteIcon,
    game: 'gptbuster',
  },
  { title: 'Cooties', text: 'It spreads when you chat', path: '/games/cooties', icon: GlitterIcon, game: 'cooties' },
  { title: 'Hot or Not', text: 'Swipe through pictures', path: '/games/ratinggame', icon: FlameIcon },
  {
    title: 'The Rating Game',
    text: 'Guess what most members think',
    path: '/games/ratinggame',
    icon: HeartIcon,
    game: 'ratinggame',
  },
  {
    title: 'Photo Cropping',
    text: 'Find the better part',
    path: '/games/photocrop',
    icon: CropFrameIcon,
    game: 'photocrop',
    waits: 'crops',
  },
  {
    title: 'Community Arbitration',
    text: 'Decide with others',
    path: '/games/arbitration',
    icon: ScalesIcon,
    waits: 'cases',
  },
  { title: 'Health Incident Report', text: 'Warn people you may have exposed', path: '/games/health', icon: ShieldPlusIcon },
  { title: 'Welcome Committee', text: 'Say hello to newcomers', path: '/games/welcome', icon: WaveIcon, game: 'welcome' },
  { title: 'Leaderboard', text: 'See who is in the lead', path: '/games/leaderboard', icon: PodiumIcon },
];
