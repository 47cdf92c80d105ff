/** `plaudit doctor URL`: why a page of the shop does not show its reviews. */
import { reasonOf } from '../../../review-store/databases/store-error.ts';
import type { PublicAnswer } from '../../../server-kit/network/public-fetch.ts';
import { fail, ok, warn, type Finding } from '../finding.ts';
import { createAsk, type Ask } from './ask.ts';
import { checkElements, checkJsonLd, readManifest } from './elements.ts';
import { readMarkup, type Markup, type Tag } from './markup.ts';
import { allowsInlineStyles, allowsLit, blockedBy, parsePolicies, type Policy } from './policy.ts';

/** The loader, or everything in one file. */
const SCRIPT = /\/plaudit(?:\.all)?\.js$/;

interface Page {
  readonly url: URL;
  readonly markup: Markup;
  readonly policies: readonly Policy[];
  readonly ask: Ask;
}

/** The script tag of a page, and the proxy that its elements ask. */
interface Script {
  readonly tag: Tag;
  readonly url: URL;
  readonly proxy: URL;
}

/** @param addresses - absolute URLs, also of this machine; the first one that answers is the page. */
export async function checkPage(...addresses: readonly string[]): Promise<Finding[]> {
  const ask = createAsk();
  let answer: PublicAnswer | null = null;
  let failure = '';
  for (const address of addresses) {
    try {
      answer ??= await ask(new URL(address), { accept: 'text/html' });
    } catch (error) {
      failure ||= `${address} ${reasonOf(error)}`;
    }
  }
  if (answer === null) return [fail('page', failure)];
  const { url, status, headers, body } = answer;
  if (status !== 200) return [fail('page', `${url.href} answers with status ${status}`)];
  if (!/^(?:text\/html|application\/xhtml\+xml)\b/.test(headers['content-type'] ?? ''))
    return [fail('page', `${url.href} is no HTML, but ${headers['content-type'] ?? 'of no type'}`)];
  const markup = readMarkup(body.toString());
  const texts = [headers['content-security-policy'] ?? [], markup.policies].flat();
  const page = { url, markup, ask, policies: texts.flatMap(parsePolicies) };
  const found = [ok('page', url.href), ...checkJsonLd(markup)];
  const { script, findings } = await findScript(page);
  found.push(...findings);
  if (!script) return [...found, ...checkElements(markup, null)];
  found.push(
    // One script is right or wrong, never both.
    ...[await checkFile(page, script)].filter(({ level }) => level !== 'ok' || findings.length === 0),
    ...(await checkWords(page, script)),
    ...(await checkProxy(page, script)),
    ...checkPolicy(page, script),
  );
  const manifest = await ask(new URL('custom-elements.json', script.proxy)).catch(() => null);
  return [...found, ...checkElements(markup, manifest?.status === 200 ? readManifest(manifest.body.toString()) : null)];
}

async function findScript({ url, markup, ask }: Page): Promise<{ script: Script | null; findings: Finding[] }> {
  const base = new URL(markup.base ?? '', url);
  const all = markup.scripts.flatMap((tag) => {
    const src = tag.attributes['src'] ?? '';
    if (!URL.canParse(src, base.href) || !SCRIPT.test(new URL(src, base).pathname)) return [];
    const scriptUrl = new URL(src, base);
    const given = tag.attributes['data-proxy'];
    const wanted = given || '.';
    const from = given ? base : scriptUrl;
    const proxy = URL.canParse(wanted, from.href) ? withSlash(new URL(wanted, from)) : null;
    return [{ tag, url: scriptUrl, proxy, wanted }];
  });
  const isOne = all.every((other) => other.proxy?.href === all[0]!.proxy?.href);
  const script = isOne ? all[0] : ((await firstLoaded(all, ask)) ?? all[0]);
  if (!script)
    return {
      script: null,
      findings: [
        fail('script', 'the page has no <script type="module" src="…/plaudit.js">, unless it bundles the elements'),
      ],
    };
  const { tag, url: scriptUrl, proxy, wanted } = script;
  if (!proxy) return { script: null, findings: [fail('script', `data-proxy="${wanted}" is no address of a proxy`)] };
  const findings: Finding[] = [];
  if (script.tag.attributes['type'] !== 'module')
    findings.push(fail('script', `${script.url.href} is no module for this page: write type="module"`));
  if (!isOne)
    findings.push(
      warn(
        'script',
        `there are ${all.length}, of different proxies; ${scriptUrl.href} is the first that loads and counts`,
      ),
    );
  return { script: { tag, url: scriptUrl, proxy }, findings };
}

/** An older tag may name a host that is gone. */
async function firstLoaded<Tried extends { readonly url: URL }>(
  all: readonly Tried[],
  ask: Ask,
): Promise<Tried | null> {
  for (const tried of all) {
    const answer = await ask(tried.url).catch(() => null);
    if (answer?.status === 200) return tried;
  }
  return null;
}

function withSlash(url: URL): URL {
  const whole = new URL(url);
  if (!whole.pathname.endsWith('/')) whole.pathname += '/';
  return whole;
}

const isMixed = (page: URL, other: URL): boolean => page.protocol === 'https:' && other.protocol === 'http:';

async function checkFile({ url: page, ask }: Page, { url }: Script): Promise<Finding> {
  if (isMixed(page, url)) return fail('script', `${url.href} is not loaded by a page on https: use https`);
  try {
    const { status, headers } = await ask(url);
    if (status !== 200) return fail('script', `${url.href} answers with status ${status}`);
    return /javascript/.test(headers['content-type'] ?? '')
      ? ok('script', url.href)
      : fail('script', `${url.href} is no JavaScript, but ${headers['content-type']}: does it lead to the proxy?`);
  } catch (error) {
    return fail('script', `${url.href} ${reasonOf(error)}`);
  }
}

/** Texts that are not in the elements' own code come by a script before it. */
async function checkWords({ url, markup, ask }: Page, { tag, proxy }: Script): Promise<Finding[]> {
  const locale = tag.attributes['data-locale'] || markup.language || '';
  const [language] = /^[a-z]{2,3}\b/i.exec(locale)?.map((code) => code.toLowerCase()) ?? [];
  if (!language || isMixed(url, proxy)) return [];
  const words = new URL(`words/${language}.js`, proxy);
  if (markup.scripts.some(({ attributes }) => attributes['src']?.endsWith(`/words/${language}.js`)))
    return [ok('language', `${language}, from ${words.href}`)];
  const status = await ask(words).then(
    (answer) => answer.status,
    () => null,
  );
  if (status !== 200) return [];
  return [
    warn(
      'language',
      `the page is in ${nameOf(language)}, and does not load the proxy's texts in it: ` +
        `write <script src="${words.href}" defer></script> before the script of the elements`,
    ),
  ];
}

const nameOf = (language: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

/** Asks as a browser on this page would; then for pictures, as an example. */
async function checkProxy(page: Page, script: Script): Promise<Finding[]> {
  const { url, ask } = page;
  const { proxy } = script;
  if (isMixed(url, proxy)) return [fail('proxy', `${proxy.href} is not asked by a page on https: use https`)];
  const api = apiOf(script);
  try {
    const { status, headers } = await ask(api, { origin: url.origin });
    if (status === 403)
      return [fail('origin', `the proxy does not know ${url.origin}: add it to PLAUDIT_ORIGINS, and start it again`)];
    if (status === 404)
      return [fail('proxy', `${api.href} answers 404: check src, data-proxy and data-business of the script tag`)];
    if (status !== 200) return [fail('proxy', `${api.href} answers with status ${status}: see its /readyz`)];
    const allowed = headers['access-control-allow-origin'];
    if (url.origin !== proxy.origin && allowed !== url.origin && allowed !== '*')
      return [fail('origin', `${proxy.origin} lets ${allowed ?? 'no other origin'} ask, not ${url.origin}`)];
    return [
      ok('proxy', `${proxy.href} answers ${url.origin}`),
      ...(await checkSkus(page, script)),
      ...(await checkPictures(page, api)),
    ];
  } catch (error) {
    return [fail('proxy', `${proxy.href} ${reasonOf(error)}: check src and data-proxy of the script tag`)];
  }
}

/** Where an element asks: for the business that it names, or that the script does. */
const apiOf = ({ tag, proxy }: Script, business?: string): URL =>
  new URL(`v1/businesses/${encodeURIComponent(business || tag.attributes['data-business'] || '-')}`, proxy);

interface Reviews {
  readonly product_reviews?: readonly { readonly images?: readonly { readonly small?: unknown }[] | null }[];
}

/** Elements of one page name one product, or some in a list. */
const MOST_SKUS = 20;

/** A sku that no product has shows nothing, and a review of it is refused. */
async function checkSkus({ url, markup, ask }: Page, script: Script): Promise<Finding[]> {
  const listings = new Map(
    markup.elements.flatMap(({ attributes: { sku: given, business, proxy } }) => {
      const sku = given?.trim();
      // An element with a proxy of its own asks another catalogue.
      if (!sku || proxy) return [];
      const api = apiOf(script, business);
      return [[new URL(`${api.pathname}/products?sku=${encodeURIComponent(sku)}&count=1`, api).href, sku]];
    }),
  );
  const asked = [...listings].slice(0, MOST_SKUS);
  const unknown: string[] = [];
  for (const [listing, sku] of asked) {
    const { status, body } = await ask(new URL(listing), { origin: url.origin });
    if (status !== 200) return [warn('sku', `not looked for: the list of products is answered with status ${status}`)];
    const { products = [] } = JSON.parse(body.toString()) as { readonly products?: readonly unknown[] };
    if (products.length === 0) unknown.push(sku);
  }
  if (unknown.length > 0)
    return unknown.map((sku) =>
      fail(
        'sku',
        `${sku} is not in the catalogue: write the sku that the shop's products have, or take it in ` +
          '(the proxy knows a new one after some minutes)',
      ),
    );
  return asked.length === 0 ? [] : [ok('sku', `${asked.map(([, sku]) => sku).join(', ')} in the catalogue`)];
}

async function checkPictures({ url, markup, policies, ask }: Page, api: URL): Promise<Finding[]> {
  const sku = markup.elements.map(({ attributes }) => attributes['sku']).find(Boolean);
  const { body } = await ask(
    new URL(
      `${api.pathname}/product/reviews?only_photos=1&count=1${sku ? `&sku=${encodeURIComponent(sku)}` : ''}`,
      api,
    ),
    { origin: url.origin },
  );
  const { product_reviews: reviews = [] } = JSON.parse(body.toString()) as Reviews;
  const address = reviews[0]?.images?.[0]?.small;
  if (typeof address !== 'string' || !URL.canParse(address, api.href)) return [];
  const picture = new URL(address, api);
  if (isMixed(url, picture))
    return [fail('pictures', `${picture.origin} is not asked by a page on https: set --public-url of the service`)];
  for (const policy of policies) {
    const directive = blockedBy(policy, 'img-src', { url: picture, page: url });
    if (directive) return [fail('pictures', `the page's policy blocks them: add ${picture.origin} to ${directive}`)];
  }
  const status = await ask(picture).then(
    (answer) => String(answer.status),
    (error: unknown) => reasonOf(error),
  );
  return [
    status === '200'
      ? ok('pictures', `${picture.origin} has them`)
      : fail('pictures', `${picture.href}: ${status}; is --public-url of the service right?`),
  ];
}

function checkPolicy({ url: page, markup, policies }: Page, { tag, url, proxy }: Script): Finding[] {
  if (policies.length === 0) return [ok('policy', 'the page has none')];
  const { nonce } = tag.attributes;
  const found: Finding[] = [];
  for (const policy of policies) {
    const needs = [
      blockedBy(policy, 'script-src-elem', { url, page, nonce }) ??
        blockedBy(policy, 'script-src-elem', { url: new URL('assets/a.js', url), page, nonce }),
      blockedBy(policy, 'connect-src', { url: new URL('v1/', proxy), page }),
      blockedBy(policy, 'img-src', { url: new URL('blob:'), page }),
    ] as const;
    const [script, connect, previews] = needs;
    if (script) found.push(fail('policy', `${script} blocks the elements: add ${url.origin}`));
    if (connect) found.push(fail('policy', `${connect} blocks the proxy: add ${proxy.origin}`));
    if (previews && markup.elements.some(({ name }) => name === 'plaudit-review-form'))
      found.push(warn('policy', `${previews} blocks the preview of photos in the form: add blob:`));
    if (!allowsLit(policy)) found.push(fail('policy', 'trusted-types blocks the elements: add lit-html'));
    if (markup.isRendered && !allowsInlineStyles(policy))
      found.push(
        warn('policy', 'style-src blocks the styles of rendered elements: add the hashes that /render answers with'),
      );
  }
  return found.length > 0 ? found : [ok('policy', 'allows what the elements need')];
}
