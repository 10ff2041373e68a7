// Builds a translated sentence with elements in it, such as links.
import { Fragment, type ReactNode } from 'react';

/** For example rich(t('Read the <a>terms</a>.'), { a: (text) => <Link to="/terms">{text}</Link> }). Tags are not nested. */
export function rich(text: string, elements: Readonly<Record<string, (text: string) => ReactNode>>): ReactNode {
  // The text before a tag, the tag's name, the text in the tag, the text before the next tag.
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/);
  return parts.map((part, index) => {
    if (index % 3 === 1) return null;
    const name = index % 3 === 2 ? parts[index - 1] : undefined;
    return <Fragment key={index}>{name === undefined ? part : (elements[name]?.(part) ?? part)}</Fragment>;
  });
}
