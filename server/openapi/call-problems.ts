// The problems with which a call can be answered, by status.
import { isOpenWhileSuspended, type AnyEndpoint } from '#shared/contract/endpoint.ts';
import { problems, type ProblemCode } from '#shared/contract/problems.ts';
import { site } from '#shared/contract/site.ts';
import { uuidPattern } from '#shared/rules/uuid.ts';
import { detailsOf } from './call-details.ts';
import { jsonSchema } from './json-schemas.ts';

/** The codes for each status, in the order of the statuses. */
export function problemsOf(endpoint: AnyEndpoint): ReadonlyMap<number, readonly ProblemCode[]> {
  const codes = new Set([...commonProblems(endpoint), ...(detailsOf(endpoint).problems ?? [])]);
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) {
    const { statusCode } = problems[code];
    byStatus.set(statusCode, [...(byStatus.get(statusCode) ?? []), code]);
  }
  return new Map([...byStatus].toSorted(([a], [b]) => a - b));
}

function commonProblems(endpoint: AnyEndpoint): ProblemCode[] {
  // This call is answered in every state of the server, even before the server knows its hosts.
  if (endpoint === site.getLive) return ['not-a-page', 'unknown-host', 'server-trouble'];
  const { method, who, params, query, body, form, actor } = endpoint;
  const hasBody = body !== undefined || form !== undefined;
  const hasInput = hasBody || params !== undefined || query !== undefined;
  const needed: readonly (readonly [ProblemCode, boolean])[] = [
    ['bad-request', hasInput || detailsOf(endpoint).takes?.includes('Idempotency-Key') === true],
    ['unauthenticated', who !== 'all'],
    ['forbidden', who !== 'all'],
    ['foreign-origin', method !== 'GET'],
    ['not-a-page', endpoint.opensInTab !== true],
    ['not-your-profile', actor !== undefined],
    ['reauth', endpoint.recentSignIn !== undefined],
    ['suspended', isClosedToSuspended(endpoint)],
    ['not-found', namesThings(endpoint)],
    ['needs-profile', endpoint.needsProfile !== undefined],
    ['changed-meanwhile', detailsOf(endpoint).changed !== undefined],
    ['too-large', hasBody],
    ['not-json', hasBody],
    ['unknown-host', true],
    ['locked', endpoint.worksLocked !== true],
    ['too-many-requests', endpoint !== site.getPing],
    ['server-trouble', true],
    ['starting', true],
    ['overloaded', endpoint !== site.getPing],
    ['database-unavailable', who !== 'all' || method !== 'GET'],
    ['disk-full', method !== 'GET'],
  ];
  return needed.filter(([, isNeeded]) => isNeeded).map(([code]) => code);
}

function isClosedToSuspended(endpoint: AnyEndpoint): boolean {
  const { whileSuspended } = endpoint;
  if (whileSuspended === undefined) return !isOpenWhileSuspended(endpoint);
  // A rule without parameters allows the call in every case.
  return whileSuspended.length > 0;
}

/** True if a part of the path, or an id in the query or body, names something that may not exist or may be hidden. */
const namesThings = ({ params, query, body }: AnyEndpoint): boolean =>
  params !== undefined ||
  [query, body].some((schema) => schema !== undefined && JSON.stringify(jsonSchema(schema, 'input')).includes(uuidText));

const uuidText = JSON.stringify(uuidPattern.source).slice(1, -1);
