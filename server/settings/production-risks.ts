// The mistakes in the settings that would endanger members in production. The server does not start with them unless told to.
import { misspeltText, type Misspelt } from './misspelt-settings.ts';

export const productionRisks = ['misspelt', 'no-mail', 'plain-http', 'no-proxy', 'example-hosts'] as const;
export type ProductionRisk = (typeof productionRisks)[number];

interface Risk {
  readonly risk: ProductionRisk;
  readonly sentence: string;
}

interface Checked {
  readonly config: { readonly smtpUrl: string | null; readonly publicUrl: string; readonly trustProxy: boolean | string };
  readonly brands: readonly { readonly hosts: readonly string[] }[];
  readonly misspelt: readonly Misspelt[];
}

export function risksOf({ config, brands, misspelt }: Checked): Risk[] {
  const isHttps = new URL(config.publicUrl).protocol === 'https:';
  const examples = brands.flatMap(({ hosts }) => hosts).filter((host) => host.endsWith('.example'));
  const sentences: readonly (readonly [ProductionRisk, boolean, string])[] = [
    ['misspelt', misspelt.length > 0, misspelt.map(misspeltText).join(' ')],
    ['no-mail', config.smtpUrl === null, 'SMTP_URL is not set: login links would be written to a folder and to the log.'],
    ['plain-http', !isHttps, `PUBLIC_URL is ${config.publicUrl}: over plain http everybody on the way reads what members send.`],
    [
      'no-proxy',
      isHttps && config.trustProxy === false,
      'TRUST_PROXY is not set, and PUBLIC_URL begins with https, so a proxy ends TLS: all members would share its address and its limits.',
    ],
    ['example-hosts', examples.length > 0, `BRAND_HOSTS is not set: ${examples.join(', ')} belong to nobody.`],
  ];
  return sentences.flatMap(([risk, exists, sentence]) => (exists ? [{ risk, sentence }] : []));
}

/** Throws an error that lists all risks which are not accepted, with what to do. */
export function refuseRisks(checked: Checked, accepted: readonly ProductionRisk[]): void {
  const risks = risksOf(checked).filter(({ risk }) => !accepted.includes(risk));
  if (risks.length === 0) return;
  const lines = risks.map(({ risk, sentence }) => `  ${risk}: ${sentence}`);
  throw new Error(
    `NODE_ENV is production, and these settings are not safe:\n${lines.join('\n')}\nMend them, or accept a risk by its name in ACCEPTED_RISKS, for example ACCEPTED_RISKS=${risks[0]?.risk}.`,
  );
}
