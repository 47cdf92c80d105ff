import { meantBusiness } from '../business.ts';
import { command } from '../settings/command.ts';
import { placeFlags } from './account/inputs.ts';
import { askedServers, flag, flags, readSmtpUrl } from '../settings/flags.ts';
import { report } from '../doctor/finding.ts';
import type { UpstreamSettings } from '../doctor/proxy.ts';
import { readAddress, UsageError } from '../settings/settings.ts';

export const doctor = command({
  name: 'doctor',
  purpose: "says what is wrong with an installation or, given a page's URL, with that page",
  flags: {
    page: {
      value: 'URL',
      read: readPage,
      bare: true,
      help: 'a page of the shop to look at, instead of the installation',
    },
    ...placeFlags,
    upstream: { value: 'URL', read: readAddress, help: 'the API, as the proxy is given it' },
    business: flag('business', { help: 'the business to ask the API for; not needed where there is one' }),
    'translate-with': flag('translate-with', { help: 'the translator, as the proxy is given it' }),
    'summarise-with': flag('summarise-with', { help: 'the summariser, as the proxy is given it' }),
    ...flags('summarise-model'),
  },
  environment: {
    PLAUDIT_CLIENT_TOKEN: 'with --upstream: the client token at the API',
    PLAUDIT_EMAIL: 'with --upstream: the account at the API',
    PLAUDIT_PASSWORD: 'with --upstream: its password',
    PLAUDIT_TRANSLATE_KEY: 'with --translate-with: its key',
    PLAUDIT_SUMMARISE_KEY: 'with --summarise-with: its key',
    PLAUDIT_SMTP_URL: 'the mail server, which is greeted and sent no mail',
    PLAUDIT_SECRET: 'seals the key of a PostgreSQL database',
  },
  async run({ page, ...settings }, env) {
    if (page !== undefined) {
      const { checkPage } = await import('../doctor/page/page.ts');
      process.exitCode = report(await checkPage(...page));
      return;
    }
    const smtpUrl = readSmtpUrl(env['PLAUDIT_SMTP_URL']);
    const upstream = await readUpstream(settings, env);
    const { translateWith, summariseWith } = askedServers(settings);
    const key = env['PLAUDIT_TRANSLATE_KEY'] || undefined;
    const translator = translateWith === undefined ? null : { url: translateWith, key };
    const summariser = summariseWith ? { ...summariseWith, key: env['PLAUDIT_SUMMARISE_KEY'] || undefined } : null;
    const { checkInstallation } = await import('../doctor/installation.ts');
    process.exitCode = report(await checkInstallation({ place: settings, smtpUrl, upstream, translator, summariser }));
  },
});

/** Without a scheme, as people write addresses: by https, or else by http. */
function readPage(value: string): string[] {
  const addresses = value.includes('://') ? [value] : [`https://${value}`, `http://${value}`];
  return addresses.map((address) => {
    const url = URL.canParse(address) ? new URL(address) : null;
    if (!url || !['http:', 'https:'].includes(url.protocol) || url.username)
      throw new UsageError(`--page must be an http or https address, not ${JSON.stringify(value)}`);
    return url.href;
  });
}

async function readUpstream(
  settings: Parameters<typeof meantBusiness>[0] & { upstream: string | undefined },
  env: NodeJS.ProcessEnv,
): Promise<UpstreamSettings | null> {
  const { upstream } = settings;
  if (upstream === undefined) return null;
  const business = await meantBusiness(settings, 'proxy');
  const named = (name: string): string => {
    const value = env[name];
    if (!value) throw new UsageError(`${name} is not set: it is tried with --upstream`);
    return value;
  };
  const [clientToken, email, password] = ['PLAUDIT_CLIENT_TOKEN', 'PLAUDIT_EMAIL', 'PLAUDIT_PASSWORD'].map(named) as [
    string,
    string,
    string,
  ];
  return { upstream, business, account: { clientToken, email, password } };
}
