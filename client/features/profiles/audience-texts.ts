// Labels and explanations of who sees private pictures, in English.
import type { PrivatePicturesFor } from '#shared/contract/settings.ts';

export const audienceLabels = {
  nobody: 'Nobody for now',
  granted: 'Members I choose',
  everyone: 'Everyone',
} as const satisfies Record<PrivatePicturesFor, string>;

export const audienceHelp = {
  nobody: 'Nobody sees them on your profile, and nobody can tell that you have any.',
  granted: 'You share them from a member’s profile, for as long as you like. Nobody else can tell that you have any.',
  everyone: 'Any member with NSFW pictures switched on sees them on your profile.',
} as const satisfies Record<PrivatePicturesFor, string>;
