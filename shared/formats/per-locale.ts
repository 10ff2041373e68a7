// Creates a formatter once per locale, because creating one takes much longer than using it.

/** `create` must be pure. Few locales are ever used, so the formatters are kept. */
/* @__NO_SIDE_EFFECTS__ */
export function perLocale<Formatter>(create: (locale: string) => Formatter): (locale: string) => Formatter {
  const created = new Map<string, Formatter>();
  return (locale) => {
    const formatter = created.get(locale) ?? create(locale);
    created.set(locale, formatter);
    return formatter;
  };
}
