// Checks addresses in settings. Mistakes in them would be read as another address.

/** Addresses lose their line breaks and tabs when they are read, so a second line would become part of the first. */
export const isOneLine = (text: string): boolean => !/[\t\n\r]/.test(text);

/** False if a user name or password has a / ? or # that is not escaped. What is before it would be read as the host. */
export const hasEscapedLogin = (url: string): boolean => !/^\w+:\/\/[^/?#]*(?:[/#][^@?]*|[/?#][^@=]*)@/.test(url);

/** Whether it begins like an address and has one of these protocols. */
export const hasProtocol = (text: string, protocols: readonly string[]): boolean =>
  /^\w+:\/\//.test(text) && URL.canParse(text) && protocols.includes(new URL(text).protocol);

export const hasHost = (url: string): boolean => URL.parse(url)?.hostname !== '';

/** An address at which push services reach the operator. */
export const isContact = (text: string): boolean =>
  /^mailto:[^\s@]+@[^\s@]+$/.test(text) || URL.parse(text)?.protocol === 'https:';
