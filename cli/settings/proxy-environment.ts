import type { Catalogues } from '../../server-proxy/feeds/catalogue.ts';
import { readSecret, trustedProxiesHelp } from './flags.ts';
import { readDomains, readNetworks, readOrigins, UsageError } from './settings.ts';

/** Variables for operators of a proxy, apart from its account. */
export const proxyEnvironment = {
  PLAUDIT_MERCHANT_KEY: 'the bearer key of the routes under /merchant/v1; default: these routes are off',
  PLAUDIT_CUSTOMER_SECRET: 'with which your server signs customer tokens (HS256); default: no token is taken',
  PLAUDIT_ORIGINS: 'storefront origins that may call it, comma-separated; default: only its own',
  PLAUDIT_TRANSLATE_KEY: 'with --translate-with: its key, if it takes one',
  PLAUDIT_SUMMARISE_KEY: 'with --summarise-with: its key, if it takes one',
  PLAUDIT_CATALOGUE_URL:
    'where the first shop has its feed of products, to be given out with stars; DOMAIN=URL for each of several',
  PLAUDIT_TRUSTED_PROXIES: trustedProxiesHelp,
} as const;

/** @throws UsageError that names the variable. */
export function readProxyEnvironment(env: NodeJS.ProcessEnv) {
  return {
    merchantKey: readSecret(env, 'PLAUDIT_MERCHANT_KEY'),
    customerSecret: readSecret(env, 'PLAUDIT_CUSTOMER_SECRET'),
    translateKey: env['PLAUDIT_TRANSLATE_KEY'] || undefined,
    summariseKey: env['PLAUDIT_SUMMARISE_KEY'] || undefined,
    catalogues: readCatalogues(env['PLAUDIT_CATALOGUE_URL'] ?? ''),
    origins: readOrigins(env['PLAUDIT_ORIGINS'], 'PLAUDIT_ORIGINS'),
    trustedProxies: readNetworks(env['PLAUDIT_TRUSTED_PROXIES'], 'PLAUDIT_TRUSTED_PROXIES'),
  };
}

/** Asks elsewhere for what the environment does not name. */
export const orElse = ({ urlOf }: Catalogues, other: (business: string) => string | Promise<string | null>) => ({
  urlOf: async (business: string, isFirst: boolean) => (await urlOf(business, isFirst)) ?? other(business),
});

/** Apart by white space, which no URL has. A URL may be a secret, so none is repeated. */
function readCatalogues(value: string): Catalogues {
  const given = value.split(/\s+/).filter((one) => one !== '');
  const urls = new Map(
    given.map((one) => {
      const [, domain, address] = /^(?:([^/:=?]+)=)?(.*)$/s.exec(one)!;
      const url = URL.canParse(address!) ? new URL(address!) : null;
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
        throw new UsageError('PLAUDIT_CATALOGUE_URL must be an http or https URL without a password');
      return [domain === undefined ? '' : readDomains(domain, 'PLAUDIT_CATALOGUE_URL')[0]!, url.href];
    }),
  );
  return {
    urlOf: (business, isFirst) => urls.get(business) ?? (isFirst ? urls.get('') : undefined) ?? null,
  };
}
