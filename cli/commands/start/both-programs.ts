/** Starts the service and, in front of it, the proxy, with a set-up that both take part in. */
import { dirname } from 'node:path';
import type { CallsAllowed } from '../../../review-service/limits/call-limits.ts';
import type { ConnectionLimits } from '../../../server-kit/network/connections.ts';
import type { ScaleSetting } from '../../../insights/digest/scales.ts';
import type { ProxyOptions, RunningProxy } from '../../../server-proxy/proxy.ts';
import type { TextsByLanguage } from '../../../server-proxy/words/built.ts';
import { readSmtpUrl, type Door } from '../../settings/flags.ts';
import type { Places } from '../../places.ts';
import { orElse, readProxyEnvironment } from '../../settings/proxy-environment.ts';
import { closeAll } from '../../running.ts';
import type { KeptEnvironment } from '../../settings/kept-environment.ts';
import { accessOf, choicesOf, keepChoices } from './shop.ts';

export interface BothPrograms {
  /** Where each listens. */
  readonly doors: { readonly [program in 'service' | 'proxy']: Door };
  readonly limits: { readonly connections: ConnectionLimits };
  /** Of the service. */
  readonly calls: CallsAllowed;
  /** Of the logs. */
  readonly level: string;
  readonly places: Places;
  /** Where shoppers reach the proxy; default: where it listens. */
  readonly publicUrl: string | undefined;
  readonly servicePublicUrl: string | undefined;
  readonly proxyOptions: {
    readonly widgetsDirectory: string;
    /** None before the shop is set up. */
    readonly businesses: readonly string[];
    readonly scales: readonly ScaleSetting[];
    readonly translateWith?: ProxyOptions['translateWith'];
    readonly summariseWith?: ProxyOptions['summariseWith'];
    readonly words: TextsByLanguage;
  };
  readonly kept: KeptEnvironment;
  readonly env: NodeJS.ProcessEnv;
}

export async function runBoth(options: BothPrograms) {
  const { doors, limits, calls, level, places, kept, env, publicUrl, servicePublicUrl } = options;
  // The environment wins over kept settings.
  const own = readProxyEnvironment({ ...kept.values, ...env });
  const { createLogger, startProxy, startService } = await import('../../programs/servers.ts');
  const started = Promise.withResolvers<RunningProxy>();
  // Nobody waits for it unless a set-up is under way.
  started.promise.catch(() => {});
  let proxyUrl = '';
  let pages: string[] = [];
  const service = await startService({
    ...doors.service,
    ...places.service,
    publicUrl: servicePublicUrl,
    smtpUrl: readSmtpUrl(env['PLAUDIT_SMTP_URL'] || kept.values['PLAUDIT_SMTP_URL']),
    trustedProxies: own.trustedProxies,
    demo: false,
    setUp: {
      directory: dirname(places.settingsFile),
      proxy: accessOf(kept),
      proxyUrl: () => proxyUrl,
      choices: () => choicesOf(kept),
      isFixed: Boolean(env['PLAUDIT_ORIGINS']),
      keep(choices) {
        keepChoices(kept, choices);
        if (!env['PLAUDIT_ORIGINS']) void started.promise.then((proxy) => proxy.allow([...choices.origins, ...pages]));
      },
      begin: async (business) => (await started.promise).serve(business),
    },
    ...limits,
    calls,
    logger: createLogger('review-service', level),
  });
  // The preview of the set-up is a page of the service.
  pages = [service.url, ...(servicePublicUrl === undefined ? [] : [new URL(servicePublicUrl).origin])];
  try {
    const proxy = await startProxy({
      ...doors.proxy,
      upstream: `${service.url}/v1`,
      location: places.proxy,
      publicUrl,
      ...accessOf(kept),
      email: kept.values['PLAUDIT_EMAIL']!,
      ...own,
      catalogues: orElse(own.catalogues, (business) => service.feedGivenOut(business)),
      origins: [...own.origins, ...pages],
      lastBackup: () => service.lastBackup(),
      ...options.proxyOptions,
      ...limits,
      logger: createLogger('proxy', level),
    });
    proxyUrl = publicUrl ?? proxy.url;
    started.resolve(proxy);
    return { service, proxy };
  } catch (error) {
    started.reject(error);
    await closeAll([service]);
    throw error;
  }
}
