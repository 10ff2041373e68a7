// Brazen: the bold second brand.
import type { Brand } from '#shared/brand.ts';
import { translations } from './translations.ts';

export const brand: Brand = {
  key: 'brazen',
  hosts: ['brazen.example', 'www.brazen.example', 'brazen.localhost'],
  canonicalHost: 'brazen.example',
  name: 'Brazen',
  shortName: 'Brazen',
  productLabel: 'Brazen night',
  slogans: ['Seen, heard, adored', 'Loud hearts, good manners', 'Nobody here is a secret', 'Say hello first'],
  discreet: false,
  colours: {
    hue: 320,
    chroma: 0.035,
    accent: { light: '#a3128f', dark: '#ff8ee6' },
    onAccent: { light: '#ffffff', dark: '#3a0433' },
    tint: { light: '#fbf1fa', dark: '#1e141d' },
  },
  shape: {
    radius: 0.35,
    headingWidth: 88,
    headingWeight: 700,
    motif:
      '<path stroke-width="9" d="M120 90L120 68M139 87L148 57M152 100L165 83M169 109L194 90M171 127L192 121M180 144L212 144M171 161L192 167M169 179L194 198M152 188L165 205M139 201L148 231M120 198L120 220M101 201L92 231M88 188L75 205M71 179L46 198M69 161L48 167M60 144L28 144M69 127L48 121M71 109L46 90M88 100L75 83M101 87L92 57"/><path d="M196 20l-18 28h24l-18 28M30 40l-12 18h16l-12 18"/>',
  },
  themeColor: { light: '#fbf1fa', dark: '#1e141d' },
  mail: { fromName: 'Brazen', fromAddress: 'hello@brazen.example', signInSubject: 'Your sign-in link' },
  supportAddress: 'support@brazen.example',
  notification: { shortName: 'Brazen', text: 'Something new is waiting for you' },
  texts: {
    about:
      'Brazen is run by a community society on gift-economy principles: proud gay and LGBTQ+ adults who keep the lights on together. Membership is free and is funded by members who contribute.',
    tosExtra: 'Brazen is offered by the Brazen Community Society.',
    support: 'Stuck, or did something break? Tell us. Volunteers read every message and answer within two days.',
  },
  manifest: {
    description: 'Gay and LGBTQ+ adults around you, out loud: a map, pictures, conversations and games.',
    shortcuts: {
      map: { name: 'Map', description: 'See who is around you' },
      chats: { name: 'Chats', description: 'Open your conversations' },
      likedYou: { name: 'Liked You', description: 'See who liked you' },
    },
    screenshots: { wide: 'Brazen on a desktop', narrow: 'Brazen on a phone' },
  },
  categories: ['social', 'entertainment'],
  translations,
};
