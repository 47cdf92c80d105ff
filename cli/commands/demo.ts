import { bringBundleUpToDate } from '../settings/bundle.ts';
import { command } from '../settings/command.ts';
import {
  askedServers,
  connectionLimits,
  flag,
  flags,
  logLevelHelp,
  readLogLevel,
  requireNextPort,
  serverEnvironment,
  usualDrain,
} from '../settings/flags.ts';
import { findPlaces, sayWhatIsUnused } from '../places.ts';
import { orElse, proxyEnvironment, readProxyEnvironment } from '../settings/proxy-environment.ts';
import { readWords } from '../settings/words.ts';
import { closeAll, serve, StopSignal } from '../running.ts';

/** Of the proxy: the service of the demo makes it. */
const account = { clientToken: 'demo-client', email: 'proxy@plaudit.invalid', password: 'demo-password' };

/** Of the attributes of its products. */
export const demoScales =
  'Size: Smaller than expected < [As expected] < Larger than expected; ' +
  'Colour fidelity: Paler than pictured < [As pictured] < Darker than pictured; ' +
  'Brightness: Too dim < [Just right] < Too bright';

export const demo = command({
  name: 'demo',
  purpose: 'runs everything on this machine: review service, proxy, and a shop with demo data',
  flags: {
    port: flag('port', {
      default: '3000',
      help: 'the port of the shop; the review service listens on the next one',
    }),
    data: flag('data', { help: 'the directory that holds all data', default: './data/demo' }),
    ...flags('max-connections', 'max-connections-per-address'),
    scales: flag('scales', { default: demoScales }),
    ...flags('translate-with', 'summarise-with', 'summarise-model', 'words', 'no-copy', 'drain'),
  },
  environment: { ...proxyEnvironment, ...serverEnvironment, PLAUDIT_LOG_LEVEL: logLevelHelp('warn') },
  async run(settings, env) {
    const { port, scales } = settings;
    const host = '127.0.0.1';
    requireNextPort(port);
    const limits = connectionLimits(settings);
    const level = readLogLevel(env, 'warn');
    const shop = readProxyEnvironment(env);
    const places = await findPlaces({ ...settings, 'database-url': undefined }, 'apart');
    const asked = askedServers(settings);
    const stop = new StopSignal(env);
    const storefront = `http://${host}:${port}`;
    const bundle = await bringBundleUpToDate(env);
    const words = readWords(settings.words);
    const { createLogger, startProxy, startService } = await import('../programs/servers.ts');
    sayWhatIsUnused(places);

    const service = await startService({
      host,
      port: port + 1,
      location: places.service.location,
      publicUrl: `http://${host}:${port + 1}`,
      storefrontUrl: storefront,
      proxyUrl: storefront,
      demo: true,
      ...limits,
      logger: createLogger('review-service', level),
    });
    const proxy = await startProxy({
      host,
      port,
      upstream: `${service.url}/v1`,
      businesses: ['demo-store.example'],
      location: places.proxy,
      publicUrl: storefront,
      ...account,
      ...shop,
      // The shop of the demo has no secrets.
      catalogues: { ...orElse(shop.catalogues, () => `${storefront}/products.xml`), knownOrigin: storefront },
      scales,
      ...asked,
      words,
      ...limits,
      widgetsDirectory: bundle.widgets,
      storefrontDirectory: bundle.storefront,
      imageOrigins: [service.url],
      logger: createLogger('proxy', level),
    }).catch(async (error: unknown) => {
      await closeAll([service]);
      throw error;
    });
    serve(`Plaudit is ready: ${proxy.url}`, [proxy, service], stop, settings.drain ?? usualDrain());
  },
});
