// The acknowledgements required to register, in neutral words for a discreet brand.
import type { acknowledgementKeys } from '#shared/contract/session.ts';
import { brand } from '#client/device/brand.ts';

export type AcknowledgementKey = (typeof acknowledgementKeys)[number];

/** In English. */
export const acknowledgements = {
  technical: {
    title: 'Technical',
    text: 'This app keeps cookies and data on my device to keep me logged in and to work offline. It shares my approximate location with members while I let it. It logs my email and IP address to keep the service safe.',
  },
  age: {
    title: 'Age',
    text: brand.discreet
      ? 'I am at least 18 and of full age where I live. I know that what people write and show here is not meant for children, I open it of my own free will, and I release its operators and volunteers from liability for what members show, say or do.'
      : 'I am at least 18 and of full age where I live. I know that this is an app with adult themes, I open it of my own free will, and I release its operators and volunteers from liability for what members show, say or do.',
  },
  law: {
    title: 'Law',
    text: brand.discreet
      ? 'I follow the law where I am and the community guidelines: respect a no, show only pictures I may show, no harassment, no selling, and nobody under 18, ever.'
      : 'I follow the law where I am and the community guidelines: respect a no, show only pictures I may show, no harassment, no selling of anything or anybody, and nobody under 18, ever.',
  },
} as const satisfies Readonly<Record<AcknowledgementKey, { readonly title: string; readonly text: string }>>;
