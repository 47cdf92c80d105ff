import { readSecret, trustedProxiesHelp } from './flags.ts';
import { readNetworks, readOrigins, UsageError } from './settings.ts';

/** Variables for operators of a proxy, apart from its account. */
export const proxyEnvironment = {
  PLAUDIT_MERCHANT_KEY: 'the bearer key of the routes under /merchant/v1; default: these routes are off',
  PLAUDIT_CUSTOMER_SECRET: 'with which your server signs customer tokens (HS256); default: no token is taken',
  PLAUDIT_ORIGINS: 'storefront origins that may call it, comma-separated; default: only its own',
  PLAUDIT_TRANSLATE_KEY: 'with --translate-with: its key, if it takes one',
  PLAUDIT_SUMMARISE_KEY: 'with --summarise-with: its key, if it takes one',
  PLAUDIT_CATALOGUE_URL:
    'where the first shop has its feed of products, to be given out with stars; default: it is not',
  PLAUDIT_TRUSTED_PROXIES: trustedProxiesHelp,
} as const;

/** @throws UsageError that names the variable. */
export function readProxyEnvironment(env: NodeJS.ProcessEnv) {
  return {
    merchantKey: readSecret(env, 'PLAUDIT_MERCHANT_KEY'),
    customerSecret: readSecret(env, 'PLAUDIT_CUSTOMER_SECRET'),
    translateKey: env['PLAUDIT_TRANSLATE_KEY'] || undefined,
    summariseKey: env['PLAUDIT_SUMMARISE_KEY'] || undefined,
    ...readCatalogue(env['PLAUDIT_CATALOGUE_URL'] ?? ''),
    origins: readOrigins(env['PLAUDIT_ORIGINS'], 'PLAUDIT_ORIGINS'),
    trustedProxies: readNetworks(env['PLAUDIT_TRUSTED_PROXIES'], 'PLAUDIT_TRUSTED_PROXIES'),
  };
}

/** The URL may be a secret, so it is not repeated. */
function readCatalogue(value: string): { readonly catalogue?: { readonly url: string } } {
  if (value === '') return {};
  const url = URL.canParse(value) ? new URL(value) : null;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new UsageError('PLAUDIT_CATALOGUE_URL must be an http or https URL without a password');
  return { catalogue: { url: url.href } };
}
