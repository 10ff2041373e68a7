// Reads what the files for deployment set and run, so that tests can do the same.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const deployFile = (name: string): string => readFileSync(path.join(import.meta.dirname, name), 'utf8');

type Variables = Record<string, string>;

interface Image {
  readonly env: Variables;
  readonly command: readonly string[];
  readonly healthCommand: readonly string[];
}

export function readImage(): Image {
  const text = deployFile('Dockerfile').replaceAll('\\\n', ' ');
  const [health = [], command = []] = [...text.matchAll(/\bCMD (\[.+\])$/gm)].map(
    ([, list]) => JSON.parse(list ?? '') as string[],
  );
  return {
    env: Object.fromEntries([...text.matchAll(/^ENV (\w+)=(\S+)$/gm)].map(([, name = '', value = '']) => [name, value])),
    command,
    healthCommand: health,
  };
}

/** The environment of a service, with the examples for what the operator has to set. */
export function readComposed(file: string, service: string): Variables {
  const [, section = ''] = new RegExp(`^  ${service}:\\n((?:    .*\\n|\\n)+)`, 'm').exec(deployFile(file)) ?? [];
  const [, environment = ''] = /^ {4}environment:\n((?: {6}.*\n)+)/m.exec(section) ?? [];
  const entries = [...environment.matchAll(/^ {6}(\w+): (.+)$/gm)];
  return Object.fromEntries(
    entries.map(([, name = '', value = '']) => [
      name,
      value.replace(/\$\{\w+:(?:\?for example |-)([^}]*)\}/, (_, example: string) => example),
    ]),
  );
}

/** The settings without which the containers of a file do not start. */
export const neededIn = (file: string): string[] =>
  [...deployFile(file).matchAll(/\$\{(\w+):\?/g)].map(([, name = '']) => name).sort();

interface Unit {
  readonly env: Variables;
  readonly command: readonly string[];
  readonly folder: string;
}

export function readUnit(file: string): Unit {
  const text = deployFile(file);
  const values = (name: string) =>
    [...text.matchAll(new RegExp(`^${name}=(.+)$`, 'gm'))].flatMap(([, value]) => value?.split(' ') ?? []);
  const [folder = ''] = values('WorkingDirectory');
  return {
    env: Object.fromEntries(
      values('Environment').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
    ),
    command: values('ExecStart'),
    folder,
  };
}
