// The contact form: a message to the operators of the brand.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { longText, shortText } from './fields.ts';

const contactMessage = z.strictObject({ name: shortText(120), message: longText() });
export type ContactMessage = z.infer<typeof contactMessage>;

export const contact = {
  postContact: endpoint({
    method: 'POST',
    path: '/api/contactus-messages',
    who: 'all',
    rate: 'contact',
    summary: "Write to the site's operators. Members are answered at their account's email address.",
    body: contactMessage,
    reply: contactMessage,
  }),
};
