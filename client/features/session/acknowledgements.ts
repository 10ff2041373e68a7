// The acknowledgements required to register, in neutral words for a discreet brand.
import type { acknowledgementKeys } from '#shared/contract/session.ts';
import { brand } from '#client/device/brand.ts';

export type AcknowledgementKey = (typeof acknowledgementKeys)[number];

/** In English. */
export const acknowledgements = {
  technical: {
    title: 'Technical',
    text: 'This app keeps cookies and data on my device, shares my approximate location with members while I let it, and logs my email and IP address.',
  },
  age: {
    title: 'Age',
    text: brand.discreet
      ? 'I am at least 18 and of full age where I live. I know that what is written and shown here is not for children, and I release its operators and volunteers from liability for what members do.'
      : 'I am at least 18 and of full age where I live. I choose to open an app with adult themes, and I release its operators and volunteers from liability for what members do.',
  },
  law: {
    title: 'Law',
    text: 'I follow the law and the community guidelines: respect a no, show only pictures I may show, no harassment, no selling, and nobody under 18, ever.',
  },
} as const satisfies Readonly<Record<AcknowledgementKey, { readonly title: string; readonly text: string }>>;
