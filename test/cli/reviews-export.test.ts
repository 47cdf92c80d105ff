/** A shop that leaves: its reviews as tables that other programs take. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ConsoleBrowser } from '../support/console.ts';
import { saveContent } from '../support/content.ts';
import { png } from '../support/pictures.ts';
import { runProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const shop = 'shop.example';
const products = [
  { id: 1, sku: 'MUG-1', title: 'Mug', product_link: 'https://shop.example/products/mug' },
  { id: 2, sku: '13' },
];

onSqliteFirst((place) => {
  let service: TestService;
  let where: string[];
  const files = mkdtempSync(join(tmpdir(), 'plaudit-exports-'));
  const run = (...args: string[]) =>
    runProgram(['reviews', ...args, ...(args.includes('--business') ? [] : ['--business', shop]), ...where]);
  const done = async (...args: string[]) => {
    const outcome = await run(...args);
    assert.deepEqual([outcome.err, outcome.status], ['', 0]);
    return outcome.out;
  };

  before(async () => {
    service = await new TestService(await place()).start();
    service.clock.now = Date.parse('2026-11-26T12:00:00Z');
    service.token = await service.account(shop);
    const { location } = service;
    where = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
    await service.withDatabase((db) =>
      saveContent(db, shop, {
        products,
        productReviews: [
          {
            id: 11,
            product: { sku: 'MUG-1' },
            title: '=Lovely',
            content: 'Warm\nand "soft"',
            user: { username: 'anna', firstName: 'Anna', lastName: 'B', email: 'anna@mail.example' },
            order_id: '1001',
            attributes: [{ name: 'Size', value: 'M' }],
            num_positive_votes: 3,
            verified: true,
          },
          { id: 12, product: { sku: '13' }, rating: 2 },
        ],
        reviews: [
          { reviewNo: 21, tip: 'Come early', labels: ['incentivised'] },
          { reviewNo: 22, datasource: 'yelp' },
        ],
      }),
    );
    const form = new FormData();
    for (const [name, value] of Object.entries({ sku: '13', rating: '4', title: 'Photo', content: 'Look at it' }))
      form.set(name, value);
    form.set('image1', new Blob([await png()]), 'a.png');
    form.set('caption1', 'On the shelf');
    await service.ok('addProductReview', shop, { form });
    await done('reply', '11', '--product', '--text', 'Thank you', '--business', shop);
    await done('hide', '12', '--product', '--reason', 'off topic', '--business', shop);
    await done('reply', '21', '--shop', '--text', 'See you', '--business', shop);
  });
  after(async () => {
    await service.stop();
    rmSync(files, { recursive: true, force: true });
  });

  test('a table says all that its format can, and names the rest before', async () => {
    const file = join(files, 'shop.csv');
    const out = await done('export', '--format', 'csv', '--to', file, '--public-url', 'https://reviews.example');
    assert.equal(
      out,
      'csv cannot say of 1 review: captions of photos\n' +
        'csv cannot say of 1 review: tips\n' +
        'csv cannot say of 1 review: that they belong to another place: they are left out\n' +
        `4 reviews written to ${file}\n`,
    );
    const lines = readFileSync(file, 'utf8')
      .replaceAll(/\/images\/[\w-]+/g, '/images/KEY')
      .split('\r\n');
    assert.deepEqual(lines, [
      'sku,product_id,product_handle,product_url,product_title,rating,title,content,name,email,location,created,state,' +
        'verified,incentivised,reply,reply_created,photos,votes_up,votes_down,order_id,id,attribute:Size',
      'MUG-1,,mug,https://shop.example/products/mug,Mug,5,\'=Lovely,"Warm\nand ""soft""",Anna B,anna@mail.example,,' +
        `2026-01-01T00:00:00.000Z,published,true,,Thank you,${lines[1]!.split(',').at(-7)},,3,,1001,11,M`,
      '13,,,,Thing,2,Title,Content,Kim L,,,2026-01-01T00:00:00.000Z,removed: off topic,,,,,,,,,12,',
      `13,,,,Thing,4,Photo,Look at it,Anonymous,,,${lines[3]!.split(',')[11]},published,false,,,,` +
        'https://reviews.example/images/KEY/original.jpg,,,,13,',
      ',,,,,4,Title,Content,Kim L,,,2026-01-01T00:00:00.000Z,published,false,true,See you,' +
        `${lines[4]!.split(',')[16]},,,,,21,`,
      '',
    ]);
    assert.equal(statSync(file).mode & 0o777, 0o600, 'nobody else reads the addresses');
  });

  test('a file that is there is not overwritten, and standard output is the file alone', async () => {
    const taken = join(files, 'taken.csv');
    writeFileSync(taken, 'mine');
    const refused = await run('export', '--format', 'judgeme', '--to', taken);
    assert.deepEqual([refused.status, readFileSync(taken, 'utf8')], [1, 'mine']);
    assert.match(refused.err, /taken\.csv is there already, and is not overwritten/);
    const { out, err } = await run('export', '--format', 'judgeme', '--to', '-');
    assert.match(out, /^title,body,rating,review_date,.*,curated\r\n/);
    assert.match(err, /judgeme cannot say of 1 review: photos, whose addresses need --public-url\n/);
    assert.match(err, /4 reviews written to standard output\n$/);
    const nowhere = await run('export', '--format', 'csv', '--to', join(files, 'none', 'shop.csv'));
    assert.match(nowhere.err, /cannot be written: there is no such directory/);
    const usage = await run('export', '--format', 'xlsx', '--to', '-');
    assert.deepEqual([usage.status, usage.out], [2, '']);
  });

  test('Google gets what is published and can be said, and nobody learns an order or an address', async () => {
    const { out, err } = await run('export', '--format', 'google', '--to', '-');
    assert.match(out, /<version>2\.4<\/version>/);
    assert.deepEqual(out.match(/<review_id>\d+/g), ['<review_id>11']);
    assert.ok(!/mail\.example|1001/.test(out));
    assert.equal(
      err,
      'google cannot say of 1 review: that they are not published: they are left out\n' +
        'google cannot say of 1 review: photos, whose addresses need --public-url\n' +
        'google cannot say of 1 review: product without a URL: they are left out\n' +
        'google cannot say of 1 review: replies\n' +
        'google cannot say of 1 review: votes\n' +
        'google cannot say of 2 reviews: that they are of the shop: they are left out\n' +
        '1 review written to standard output\n',
    );
  });

  test('help says whose addresses the file has', async () => {
    assert.match((await runProgram(['reviews', 'export', '--help'])).out, /e-mail addresses of their authors/);
  });

  for (const format of ['csv', 'judgeme', 'yotpo'])
    test(`another shop takes ${format}, and its own table is the same`, async () => {
      const other = `${format}.example`;
      await service.account(other);
      await service.withDatabase((db) => saveContent(db, other, { products }));
      const write = async (business: string, name: string) => {
        await done('export', '--business', business, '--format', format, '--to', join(files, name));
        return join(files, name);
      };
      const first = await write(shop, `${format}-1.csv`);
      const named = format === 'csv' ? ['--format', 'csv'] : [];
      const taken = await done('import', first, '--business', other, ...named);
      assert.match(taken, /^4 reviews: 4 added, 0 changed, 0 already there, 0 refused/m);
      const again = readFileSync(await write(other, `${format}-2.csv`), 'utf8');
      // The other shop numbers them anew.
      const rows = (text: string) => (format === 'csv' ? text.replaceAll(/,\d+,M?\r\n/g, '\r\n') : text);
      assert.equal(rows(again), rows(readFileSync(first, 'utf8')));
    });

  test('an owner sees at the console what was taken and given by command, and no trial', async () => {
    const other = 'noted.example';
    await service.account(other);
    await service.withDatabase((db) => saveContent(db, other, { products }));
    const table = join(files, 'noted.csv');
    await done('export', '--format', 'csv', '--to', table);
    await done('import', table, '--business', other, '--format', 'csv', '--dry-run');
    await done('import', table, '--business', other, '--format', 'csv');
    await done('export', '--business', other, '--to', join(files, 'noted.tar'));
    for (const format of ['google', 'judgeme'])
      await done('export', '--business', other, '--format', format, '--to', join(files, `noted.${format}`));
    const owner = await new ConsoleBrowser(service.url).signIn(`owner@${other}`);
    await owner.open('/console/settings/who-did-what?person=command');
    const shown = owner.text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');
    assert.deepEqual(
      [...shown.matchAll(/(?:exported \w+|imported) the command line/g)].map(([act]) => act).toSorted(),
      ['exported google', 'exported judgeme', 'exported plaudit', 'imported'].map((act) => `${act} the command line`),
    );
  });

  test('an export that cannot be ended leaves nothing', async () => {
    const place = mkdtempSync(join(files, 'cut-'));
    const gone = await runProgram([
      'reviews',
      'export',
      '--business',
      'nobody.example',
      '--format',
      'csv',
      '--to',
      join(place, 'a.csv'),
      ...where,
    ]);
    assert.match(gone.err, /No business has the site domain nobody\.example/);
    assert.deepEqual(readdirSync(place), []);
  });
});
