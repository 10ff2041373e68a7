// Hearthside: the warm main brand.
import type { Brand } from '#shared/brand.ts';
import { translations } from './translations.ts';

export const brand: Brand = {
  key: 'hearthside',
  hosts: ['hearthside.example', 'www.hearthside.example', 'hearthside.localhost'],
  canonicalHost: 'hearthside.example',
  name: 'Hearthside',
  shortName: 'Hearthside',
  productLabel: 'Hearthside evening',
  slogans: ['Good company, close by', 'Come in, stay a while', 'Neighbours worth knowing', 'Everyone brings something'],
  discreet: false,
  colours: {
    hue: 42,
    chroma: 0.03,
    accent: { light: '#a93f16', dark: '#ffa27a' },
    onAccent: { light: '#ffffff', dark: '#351203' },
    tint: { light: '#fbf3ee', dark: '#201814' },
  },
  shape: {
    radius: 1,
    headingWidth: 100,
    headingWeight: 700,
    motif:
      '<path d="M24 216V116a96 96 0 0 1 192 0v100M50 216V118a70 70 0 0 1 140 0v98M76 216v-96a44 44 0 0 1 88 0v96M8 216h224"/>',
  },
  themeColor: { light: '#fbf3ee', dark: '#201814' },
  mail: { fromName: 'Hearthside', fromAddress: 'hello@hearthside.example', signInSubject: 'Your sign-in link' },
  supportAddress: 'support@hearthside.example',
  notification: { shortName: 'Hearthside', text: 'Something new is waiting for you' },
  texts: {
    about:
      'Hearthside is run by a community society of gay and LGBTQ+ adults on gift-economy principles. Membership is free. Members who can afford it pay for others, and nobody is sold to anybody.',
    tosExtra: 'Hearthside is offered by the Hearthside Community Society.',
    support: 'Write to us when something does not work. Volunteers answer, usually within two days.',
  },
  manifest: {
    description: 'A community of gay and LGBTQ+ adults near you: a map, pictures, conversations and games.',
    shortcuts: {
      map: { name: 'Map', description: 'See who is near you' },
      chats: { name: 'Chats', description: 'Open your conversations' },
      likedYou: { name: 'Liked You', description: 'See who liked you' },
    },
    screenshots: { wide: 'Hearthside on a desktop', narrow: 'Hearthside on a phone' },
  },
  categories: ['social', 'lifestyle'],
  translations,
};
