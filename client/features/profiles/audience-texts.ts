// Labels and explanations of who sees private pictures.
import type { PrivatePicturesFor } from '#shared/contract/settings.ts';

export const audienceLabels: Readonly<Record<PrivatePicturesFor, string>> = {
  nobody: 'Nobody for now',
  granted: 'Members I choose',
  everyone: 'Everyone',
};

export const audienceHelp: Readonly<Record<PrivatePicturesFor, string>> = {
  nobody: 'Nobody sees them on your profile, and nobody can tell that you have any.',
  granted: 'You share them from a member’s profile, for as long as you like. Nobody else can tell that you have any.',
  everyone: 'Any member with NSFW pictures switched on sees them on your profile.',
};
