// Words that would reveal the purpose of a discreet brand.

/** Excludes words that every service with accounts uses ("members", "community"). */
const telling =
  /\b(gays?|lesbians?|bisexual\w*|lgbt\w*|queers?|trans\w*gender\w*|homo\w*|pride|lambda|rainbow|dat(e|es|ing) (others|people|somebody)|dating|hook[- ]?ups?|singles|flirt\w*|cruis\w*|romance|romantic|love[rsd]?|suitors?|men|guys?|boys?|sex\w*|nsfw|nud\w+|naked|erotic\w*|adults?|kinks?|fetish\w*|hiv|prep|near(by| you)|lik(es|ed)|match(es|ed)?)\b|λ|🏳/iu;

/** The first revealing word in a text with its context, or null. */
export function revealingWordIn(text: string): string | null {
  const found = telling.exec(text);
  return found === null ? null : text.slice(Math.max(0, found.index - 40), found.index + found[0].length + 40);
}
