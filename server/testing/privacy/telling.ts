// Words that would say to somebody else what a discreet brand is for.

/** On pages, in mails, on icons and lock screens; words that every service with accounts uses ("members", "community") are not among them. */
const telling =
  /\b(gays?|lesbians?|bisexual\w*|lgbt\w*|queers?|trans\w*gender\w*|homo\w*|pride|lambda|rainbow|dat(e|es|ing) (others|people|somebody)|dating|hook[- ]?ups?|singles|flirt\w*|cruis\w*|romance|romantic|love[rsd]?|suitors?|men|guys?|boys?|sex\w*|nsfw|nud\w+|naked|erotic\w*|adults?|kinks?|fetish\w*|hiv|prep|near(by| you)|lik(es|ed)|match(es|ed)?)\b|λ|🏳/iu;

/** The first of them in a text, with what stands around it; null where there is none. */
export function tellingWordIn(text: string): string | null {
  const found = telling.exec(text);
  return found === null ? null : text.slice(Math.max(0, found.index - 40), found.index + found[0].length + 40);
}
