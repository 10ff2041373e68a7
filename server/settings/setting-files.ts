// Reads settings as they were meant: from the environment or from files, in which secrets are safer.
import { readFileSync } from 'node:fs';

/** A value in quotation marks, as in a file of settings. A shell would remove them, but other programs keep them. */
const quoted = /^(['"]).*\1$/;

const ending = '_FILE';

export const fileSettingOf = (name: string): string => `${name}${ending}`;

interface SettingValues {
  readonly values: Readonly<Record<string, string>>;
  /** A sentence for each setting that is set twice or in quotation marks, or whose file cannot be read or is empty. */
  readonly mistakes: string[];
}

/**
 * The values of the given settings. `NAME_FILE` is the path of a file with the value of `NAME`. Spaces and line breaks around a value
 * do not count. Empty values count as not set, but a file must contain a value.
 */
export function settingValues(env: Readonly<Record<string, string | undefined>>, names: readonly string[]): SettingValues {
  const values: Record<string, string> = {};
  const mistakes: string[] = [];
  for (const name of names) {
    const file = env[fileSettingOf(name)]?.trim();
    const given = env[name]?.trim();
    if (file && given) mistakes.push(`The settings ${name} and ${fileSettingOf(name)} exclude each other.`);
    const value = file ? contentOf(file, name, mistakes) : given;
    if (value && quoted.test(value))
      mistakes.push(`The setting ${name} is wrong: it has quotation marks around it. Remove them.`);
    else if (value) values[name] = value;
  }
  return { values, mistakes };
}

const unreadable: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  EISDIR: 'is a folder',
  EACCES: 'may not be read by the user of the server',
};

function contentOf(file: string, name: string, mistakes: string[]): string | undefined {
  try {
    const value = readFileSync(file, 'utf8').trim();
    if (value === '') mistakes.push(`The setting ${fileSettingOf(name)} is wrong: the file ${file} is empty.`);
    return value;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    mistakes.push(`The setting ${fileSettingOf(name)} is wrong: ${file} ${unreadable[code] ?? `cannot be read (${code})`}.`);
    return undefined;
  }
}
