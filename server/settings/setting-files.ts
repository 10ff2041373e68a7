// Settings that are read from files, so that secrets need not be in the environment.
import { readFileSync } from 'node:fs';

const ending = '_FILE';

export const fileSettingOf = (name: string): string => `${name}${ending}`;

/**
 * The values of the given settings. `NAME_FILE` is the path of a file with the value of `NAME`; a line break at its end does not
 * count. Empty values count as not set. Throws an error that names the setting if both are set or the file cannot be read.
 */
export function settingValues(
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Readonly<Record<string, string>> {
  const values = names.map((name) => [name, valueOf(env, name)]);
  return Object.fromEntries(values.filter(([, value]) => value));
}

function valueOf(env: Readonly<Record<string, string | undefined>>, name: string): string | undefined {
  const file = env[fileSettingOf(name)];
  if (!file) return env[name];
  if (env[name]) throw new Error(`The settings ${name} and ${fileSettingOf(name)} exclude each other.`);
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new Error(`The setting ${fileSettingOf(name)} is wrong: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}
