// The web app manifest of a brand in each language.
import { brandIn, type Brand } from '#shared/brand.ts';
import { directionOf, type Language } from '#shared/rules/languages.ts';

const phone = { width: 780, height: 1688 };
/** In pixels. The dark one is not in the manifest: the first screen of open brands shows it in the dark theme. */
export const screenshotSizes = { wide: { width: 1280, height: 800 }, narrow: phone, 'narrow-dark': phone } as const;
export type ScreenshotForm = keyof typeof screenshotSizes;
export const screenshotForms = Object.keys(screenshotSizes) as ScreenshotForm[];

/** `iconVersion` is a hash of the brand's drawn files: browsers redraw an installed icon only when its address changes. */
export function webAppManifest(brand: Brand, language: Language, iconVersion: string) {
  const at = (file: string) => `/icons/${file}?v=${iconVersion}`;
  const icon192 = { src: at('icon-192.png'), sizes: '192x192', type: 'image/png' };
  const shortcut = (texts: { name: string; description: string }, url: string) => ({ ...texts, url, icons: [icon192] });
  const screenshot = (form: 'wide' | 'narrow', label: string) => ({
    src: at(`screenshot-${form}.webp`),
    sizes: `${screenshotSizes[form].width}x${screenshotSizes[form].height}`,
    type: 'image/webp',
    form_factor: form,
    label,
  });
  const { description, shortcuts, screenshots } = brandIn(brand, language).manifest;
  return {
    id: '/',
    name: brand.name,
    short_name: brand.shortName,
    description,
    lang: language,
    dir: directionOf(language),
    start_url: '/',
    scope: '/',
    display: 'standalone',
    // A link or a shortcut opens in the window that is already there.
    launch_handler: { client_mode: ['navigate-existing', 'auto'] },
    theme_color: brand.themeColor.light,
    background_color: brand.colours.tint.light,
    categories: brand.categories,
    icons: [
      { ...icon192, purpose: 'any' },
      { src: at('icon-512.png'), sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: at('maskable-512.png'), sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: at('monochrome-512.png'), sizes: '512x512', type: 'image/png', purpose: 'monochrome' },
    ],
    screenshots: [screenshot('wide', screenshots.wide), screenshot('narrow', screenshots.narrow)],
    shortcuts: [
      shortcut(shortcuts.map, '/search/map'),
      shortcut(shortcuts.chats, '/chat/personal'),
      shortcut(shortcuts.likedYou, '/likes/profilelikedyou'),
    ],
    // The worker takes pictures to the upload screen, and text and links to the choice of a conversation.
    share_target: {
      action: '/profilePicUpload',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: {
        title: 'title',
        text: 'text',
        url: 'url',
        files: [{ name: 'pictures', accept: ['image/jpeg', 'image/png', 'image/webp', '.jpg', '.jpeg', '.png', '.webp'] }],
      },
    },
  };
}
