// The rule that the client reads only those parts of an endpoint that its bundle has. The types ensure it for endpoint parameters.
import { partsForClient } from '#shared/contract/endpoint.ts';
import type { House } from './source-files.ts';

const imported = /import \{([^}]*)\} from '#shared\/contract\/[\w-]+\.ts'/g;

export const clientReadsItsParts = ({ sources }: House): string[] =>
  sources
    .filter(({ path, isTest }) => !isTest && path.startsWith('client/'))
    .flatMap(({ path, text }) =>
      [...text.matchAll(imported)]
        .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
        .filter((name) => /^[a-z]\w*$/.test(name))
        .flatMap((noun) => [...text.matchAll(new RegExp(`\\b${noun}\\.((?:get|put|post|delete)\\w*)\\.(\\w+)`, 'g'))])
        .filter(([, , part]) => !partsForClient.some((known) => known === part))
        .map(
          ([access]) =>
            `${path}: ${access} is not in the client's bundle: add the part to partsForClient in shared/contract/endpoint.ts.`,
        ),
    );
