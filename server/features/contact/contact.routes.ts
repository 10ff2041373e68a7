// The contact form's route, for visitors and members.
import type { FastifyInstance } from 'fastify';
import { contact } from '#shared/contract/contact.ts';
import { mountOpen } from '#server/http/mount.ts';
import { languageOfCall } from '#server/http/request-language.ts';
import type { ContactService } from './contact.service.ts';

export function contactRoutes(app: FastifyInstance, service: ContactService): void {
  mountOpen(app, contact.postContact, ({ caller, body, request }) =>
    service.send(body, caller, request.brand, languageOfCall(request)),
  );
}
