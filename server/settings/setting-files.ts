// Settings that are read from files, so that secrets need not be in the environment.
import { readFileSync } from 'node:fs';

const ending = '_FILE';

export const fileSettingOf = (name: string): string => `${name}${ending}`;

interface SettingValues {
  readonly values: Readonly<Record<string, string>>;
  /** A sentence for each setting that is set twice, or whose file cannot be read or is empty. */
  readonly mistakes: string[];
}

/**
 * The values of the given settings. `NAME_FILE` is the path of a file with the value of `NAME`; a line break at its end does not
 * count. Empty values count as not set, but a file must have one.
 */
export function settingValues(env: Readonly<Record<string, string | undefined>>, names: readonly string[]): SettingValues {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of names) {
    const file = env[fileSettingOf(name)];
    const given = env[name];
    if (file && given) mistakes.push(`The settings ${name} and ${fileSettingOf(name)} exclude each other.`);
    const value = file ? contentOf(file, name, mistakes) : given;
    if (value) values[name] = value;
  }
  return { values, mistakes };
}

function contentOf(file: string, name: string, mistakes: string[]): string | undefined {
  try {
    const value = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    if (value === '') mistakes.push(`The setting ${fileSettingOf(name)} is wrong: the file ${file} is empty.`);
    return value;
  } catch (error) {
    mistakes.push(`The setting ${fileSettingOf(name)} is wrong: ${error instanceof Error ? error.message : String(error)}`);
    return undefined;
  }
}
