/** A shop's feed with stars is the shop's feed: whatever it is written in, and however it is cut into pieces. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addStars, type Stars } from '../../../exchange/products/google-stars.ts';

const known: Readonly<Record<string, Stars>> = {
  MUG: { count: 12, average: 4.504 },
  'Täßchen': { count: 1, average: 5 },
};
let asked = 0;
const readStars = async (skus: readonly string[]) => {
  asked += 1;
  return new Map(skus.flatMap((sku) => (known[sku] ? [[sku, known[sku]] as const] : [])));
};

async function pass(feed: Uint8Array, piece = 7): Promise<Buffer> {
  async function* pieces() {
    for (let at = 0; at < feed.length; at += piece) yield feed.subarray(at, at + piece);
  }
  const chunks: Uint8Array[] = [];
  for await (const chunk of addStars(pieces(), readStars)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
const passText = async (feed: string, piece?: number) => (await pass(Buffer.from(feed), piece)).toString();

const ours = '<g:review_count>12</g:review_count><g:star_rating>4.50</g:star_rating>';
const rss = `<?xml version="1.0" encoding="UTF-8" standalone='yes'?>\r
<!-- made by hand --><?xml-stylesheet href="a.xsl"?>
<rss version='2.0'  xmlns:g="http://base.google.com/ns/1.0" xmlns:c="http://base.google.com/cns/1.0">
  <channel><title>Mugs &amp; more</title>\t
    <item>
      <g:id> MUG </g:id><title><![CDATA[Blue <b>mug</b> & co]]></title>
      <g:shipping><g:id>CUP</g:id><g:price>1 EUR</g:price></g:shipping><c:note/>
      <link>https://shop.example/mug?to=a@b.example&#38;x=1</link>
    </item><item><g:id>CUP</g:id></item>
    <item><title>Without a number</title></item>
  </channel>
</rss>
`;
const rssWithStars = rss.replace('x=1</link>\n    ', `x=1</link>\n    ${ours}`);

test('an RSS feed gets two elements in each item with reviews, and nothing else', async () => {
  for (const piece of [1, 7, 100, 100_000]) assert.equal(await passText(rss, piece), rssWithStars);
  // With its own stars in, it is the same feed again.
  assert.equal(await passText(rssWithStars), rssWithStars);
});

test('stars that were in it are replaced, and go where there is no review', async () => {
  const stars = (count: string) => `<g:star_rating  a="b">1</g:star_rating ><g:review_count/>${count}`;
  assert.equal(await passText(rss.replace('<c:note/>', stars('<c:note/>'))), rssWithStars);
  assert.equal(await passText(rss.replace('CUP</g:id></item>', `CUP</g:id>${stars('')}</item>`)), rssWithStars);
});

test('an Atom feed is known by the number of Google, and prefixes are its own', async () => {
  const atom = (stars = '') => `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:goo="http://base.google.com/ns/1.0/">
<id>MUG</id><entry><id>MUG</id><goo:id>MUG</goo:id>${stars}</entry><entry><id>MUG</id></entry></feed>`;
  assert.equal(await passText(atom()), atom(ours.replaceAll('g:', 'goo:')));
});

test('a feed that declares no namespace gets one with the elements', async () => {
  const plain = '<rss><channel><item><id>MUG</id></item></channel></rss>';
  const text = await passText(plain);
  assert.match(text, /<g:review_count xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0">12<\/g:review_count>/);
  assert.equal(text.replaceAll(/<g:(\w+) [^>]*>[^<]*<\/g:\1>/g, ''), plain);
});

test('the encoding of the shop stays, byte for byte', async () => {
  const feed = (encoding: string) =>
    `<?xml version="1.0" encoding="${encoding}"?>\n<rss xmlns:g="http://base.google.com/ns/1.0"><channel><item>` +
    '<g:id>Täßchen</g:id><title>Größe</title></item></channel></rss>';
  const added = '<g:review_count>1</g:review_count><g:star_rating>5.00</g:star_rating></item>';
  const withStars = (encoding: string) => feed(encoding).replace('</item>', added);
  const utf16be = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  for (const [given, expected] of [
    [Buffer.from(feed('ISO-8859-1'), 'latin1'), Buffer.from(withStars('ISO-8859-1'), 'latin1')],
    [Buffer.from(`\ufeff${feed('utf-8')}`), Buffer.from(`\ufeff${withStars('utf-8')}`)],
    [Buffer.from(`\ufeff${feed('UTF-16')}`, 'utf16le'), Buffer.from(`\ufeff${withStars('UTF-16')}`, 'utf16le')],
    [utf16be(feed('UTF-16')), utf16be(withStars('UTF-16'))],
  ] as const)
    for (const piece of [1, 3, 100_000]) assert.deepEqual(await pass(given, piece), expected);
});

test('costs and URLs with credentials never pass, wherever they are', async () => {
  const secret = [
    '<g:cost_of_goods_sold>3.20 EUR</g:cost_of_goods_sold>',
    '<!-- <g:cost_of_goods_sold>3.20 EUR</g:cost_of_goods_sold> -->',
    '<image_link>https://user:pass@shop.example/i.jpg</image_link>',
    '<image_link><![CDATA[https://us]]><![CDATA[er@shop.example/i.jpg]]></image_link>',
    '<x href="//user:pass@shop.example"/>',
    '<a><b>https:&#47;&#47;user&#64;shop.example/</b></a>',
    '<?note https://user:pass@shop.example/ ?>',
  ];
  for (const one of secret) {
    const left = one.startsWith('<a>') ? '<a></a>' : '';
    for (const place of ['<title>Mugs', '<c:note/>', '<item><title>Without'])
      for (const piece of [1, 100_000])
        assert.equal(await passText(rss.replace(place, `${one}${place}`), piece), rssWithStars.replace(place, left + place));
  }
  await assert.rejects(passText('<rss a="https://u:p@h/"><channel/></rss>'), /credentials/);
});

test('a feed that is none is refused: no XML, cut off, with a document type, too deep or too long', async () => {
  const refused: readonly (readonly [string, RegExp])[] = [
    ['', /empty|no XML/],
    ['id\ttitle\nMUG\tMug\n', /no XML/],
    [rss.slice(0, -12), /no XML/],
    ['<!DOCTYPE rss [<!ENTITY a "b">]><rss><channel/></rss>', /document type/],
    [`<rss><channel>${'<a>'.repeat(101)}`, /too deeply/],
    [`<rss><channel><item><title>${'x'.repeat(900_000)}</title></item></channel></rss>`, /too long/],
    [`<rss><channel><item>${'<a/>'.repeat(300_000)}</item></channel></rss>`, /too long/],
    [`<rss><channel><!--${'x'.repeat(900_000)}--></channel></rss>`, /too long|no XML/],
    ['<html><body/></html>', /rss or a feed/],
    ['<rss><channel><title>&unknown;</title></channel></rss>', /no XML/],
  ];
  for (const [feed, reason] of refused)
    await assert.rejects(passText(feed, 65_536), (error: Error) => error.name === 'FileRefused' && reason.test(error.message));
});

test('a feed of any length is passed on piece by piece, with few questions', async () => {
  asked = 0;
  const beginning = '<rss xmlns:g="http://base.google.com/ns/1.0"><channel>';
  const item = `<item><g:id>MUG</g:id><title>${'x'.repeat(80)}</title></item>\n`;
  async function* pieces() {
    yield Buffer.from(beginning);
    for (let count = 0; count < 200; count++) yield Buffer.from(item.repeat(500));
    yield Buffer.from('</channel></rss>');
  }
  let [longest, stars] = [0, 0];
  for await (const chunk of addStars(pieces(), readStars)) {
    longest = Math.max(longest, chunk.length);
    stars += chunk.toString().split('<g:star_rating>').length - 1;
  }
  assert.equal(stars, 100_000);
  assert.ok(asked <= 210 && longest < 200_000, `${asked} ${longest}`);
});
