// Brazen: the bold second brand.
import type { Brand } from '#shared/brand.ts';

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
    categories: ['social', 'entertainment'],
    shortcuts: { map: 'Map', chats: 'Chats', likedYou: 'Liked You' },
  },
};
