/** The look of a shop by command, as an operator sets it. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { readLook } from '../../review-service/letters/look/look.ts';
import { png } from '../support/pictures.ts';
import { runProgram } from '../support/program.ts';
import { onSqliteFirst, TestService } from '../support/review-service.ts';

const shop = 'shop.example';

onSqliteFirst((place) => {
  let service: TestService;
  let flags: string[];
  const files = mkdtempSync(join(tmpdir(), 'plaudit-look-'));
  before(async () => {
    service = await new TestService(await place()).start();
    await service.account(shop);
    const { location } = service;
    flags = 'directory' in location ? ['--data', location.directory] : ['--database-url', location.databaseUrl];
  });
  after(async () => {
    await service.stop();
    rmSync(files, { recursive: true, force: true });
  });

  const set = (...args: string[]) => runProgram(['account', 'set', '--business', shop, ...args, ...flags]);
  const look = () => service.withDatabase((db) => readLook(db, 1));

  test('everything at once is said, listed, shown while the service runs, and taken back', async () => {
    const logo = join(files, 'logo.png');
    writeFileSync(logo, await png());
    const all = await set(
      '--logo',
      logo,
      '--accent',
      '#3B5A45',
      '--background',
      'fed',
      '--font',
      'Georgia, serif',
      '--locale',
      'pt-BR',
    );
    assert.deepEqual([all.status, all.err], [0, '']);
    assert.deepEqual(all.out.trimEnd().split('\n'), [
      `${shop} shows this logo in mails and pages`,
      `${shop} has the accent #3b5a45`,
      `${shop} has the background #ffeedd`,
      `${shop} has the font Georgia, serif`,
      `${shop} speaks pt-BR unless told otherwise`,
    ]);
    const { logo: kept, ...rest } = await look();
    assert.deepEqual(rest, { accent: '#3b5a45', background: '#ffeedd', font: 'Georgia, serif', locale: 'pt-BR' });
    assert.equal((await fetch(service.url + kept!.path)).headers.get('content-type'), 'image/png');
    const { out } = await runProgram(['account', 'list', ...flags]);
    assert.match(out, /logo; accent #3b5a45; background #ffeedd; font Georgia, serif; locale pt-BR/);

    await set('--logo', 'off', '--accent', 'off', '--background', 'off', '--font', 'off', '--locale', 'off');
    assert.deepEqual(await look(), { logo: null, accent: null, background: null, font: null, locale: null });
    assert.equal((await fetch(service.url + kept!.path)).status, 404);
  });

  test('what cannot be is named in one line, and then nothing is changed', async () => {
    const text = join(files, 'logo.txt');
    writeFileSync(text, 'no picture');
    const refused: [string[], number, RegExp][] = [
      [
        ['--accent', 'red;}'],
        2,
        /^plaudit: --accent must be a colour such as '#3b5a45', or off; in a shell, # needs the quotes\n$/,
      ],
      [['--font', '"</style>'], 2, /^plaudit: --font must be names of fonts alone/],
      [
        ['--locale', 'xx'],
        2,
        /^plaudit: --locale must be one of en, .*, ja, also with a region such as pt-BR, or off\n$/,
      ],
      [['--logo', join(files, 'none.png')], 1, /^plaudit: The logo at .*none\.png does not exist\n$/],
      [['--logo', files], 1, /^plaudit: The logo at .* is a folder\n$/],
      [['--logo', text], 1, /^plaudit: The file is no image of a kind that is taken: JPEG, PNG, WebP, GIF, AVIF\n$/],
      [['--logo', 'http://127.0.0.1:1/logo.png'], 1, /^plaudit: The logo at http:\/\/127\.0\.0\.1:1\/logo\.png .+\n$/],
    ];
    for (const [args, status, line] of refused) {
      const given = await set(...args, ...(args[0] === '--accent' ? [] : ['--accent', '#123456']));
      assert.equal(given.status, status, given.err);
      assert.match(given.err, line);
      assert.equal(given.out, '');
    }
    assert.equal((await look()).accent, null);
    const unknown = await runProgram(['account', 'set', '--business', 'none.example', '--accent', '#123456', ...flags]);
    assert.match(unknown.err, /^plaudit: No business has the site domain none\.example\n$/);
  });
});
