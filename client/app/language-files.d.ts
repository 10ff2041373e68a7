// Types of the language files as the bundle has them.
declare module '*?members' {
  const texts: Readonly<Record<string, string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })>>;
  export default texts;
}
declare module '*?pages' {
  const texts: Readonly<Record<string, string | (Partial<Record<Intl.LDMLPluralRule, string>> & { other: string })>>;
  export default texts;
}
