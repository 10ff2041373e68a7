// Almanac: the discreet brand. Nothing visible to others on a phone, in a mailbox or in a title reveals its purpose.
import type { Brand } from '#shared/brand.ts';
import { translations } from './translations.ts';

export const brand: Brand = {
  key: 'almanac',
  hosts: ['almanac.example', 'www.almanac.example', 'almanac.localhost'],
  canonicalHost: 'almanac.example',
  name: 'Almanac',
  shortName: 'Almanac',
  productLabel: 'Almanac',
  slogans: ['The day at a glance', 'Plans, places, notes', 'A quiet page for today'],
  discreet: true,
  colours: {
    hue: 235,
    chroma: 0.015,
    accent: { light: '#2c5f7c', dark: '#9ccbe6' },
    onAccent: { light: '#ffffff', dark: '#06222f' },
    tint: { light: '#f2f5f7', dark: '#161a1d' },
  },
  shape: {
    radius: 0.6,
    headingWidth: 100,
    headingWeight: 600,
    motif:
      '<rect x="52" y="56" width="136" height="152" rx="12"/><path d="M52 96h136M88 36v40M152 36v40M36 76v136a16 16 0 0 0 16 16h120"/>',
  },
  themeColor: { light: '#f2f5f7', dark: '#161a1d' },
  mail: { fromName: 'Almanac', fromAddress: 'hello@almanac.example', signInSubject: 'Your sign-in link' },
  supportAddress: 'support@almanac.example',
  notification: { shortName: 'Almanac', text: 'You have an update' },
  texts: {
    about:
      'Almanac is run by a non-profit society on gift-economy principles. An account is free and is funded by the people who contribute.',
    tosExtra: 'Almanac is offered by the Almanac Society.',
    support: 'Write to us when something does not work. Volunteers answer, usually within two days.',
  },
  manifest: {
    description: 'Places, plans and notes for the day.',
    shortcuts: {
      map: { name: 'Map', description: 'Open the map' },
      chats: { name: 'Messages', description: 'Open your messages' },
      likedYou: { name: 'Saved', description: 'Open what you saved' },
    },
    screenshots: { wide: 'Almanac on a desktop', narrow: 'Almanac on a phone' },
  },
  categories: ['lifestyle', 'utilities'],
  translations,
};
