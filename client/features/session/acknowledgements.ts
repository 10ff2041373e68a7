// The acknowledgements required to register, in neutral words for a discreet brand.
import type { acknowledgementKeys } from '#shared/contract/session.ts';
import { brand } from '#client/device/brand.ts';

export type AcknowledgementKey = (typeof acknowledgementKeys)[number];

export const acknowledgements: Readonly<Record<AcknowledgementKey, { readonly title: string; readonly text: string }>> = {
  technical: {
    title: 'Technical',
    text: 'This app keeps cookies and data on my device to keep me logged in and to work offline. It shares my approximate location with members while I let it. It logs my email and IP address to keep the service safe.',
  },
  age: {
    title: 'Age',
    text: `I am at least 18 and of full age where I live. I know that ${brand.discreet ? 'what people write and show here is not meant for children' : 'this is an app with adult themes'}, I open it of my own free will, and I release its operators and volunteers from liability for what members show, say or do.`,
  },
  law: {
    title: 'Law',
    text: `I follow the law where I am and the community guidelines: respect a no, show only pictures I may show, no harassment, ${brand.discreet ? 'no selling' : 'no selling of anything or anybody'}, and nobody under 18, ever.`,
  },
};
