/** Files that are broken, in doubt or meant to harm: nothing of them is taken, or the row that is wrong is not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FileRefused } from '../../../exchange/file-refused.ts';
import { openReviews } from '../../../exchange/reviews/review-file.ts';
import { now, read, table } from './reading.ts';

const header = 'rating,content,created,name,sku';
const asCsv = { format: 'csv' } as const;
const row = (more: string) => table(`${header}\n5,fine,2024-03-05,Ann,A\n${more}`);

async function refusedAt(line: number, reason: RegExp, file: Buffer, options = {}): Promise<void> {
  await assert.rejects(read(file, { ...asCsv, ...options }), (error: unknown) => {
    assert.ok(error instanceof FileRefused, String(error));
    assert.match(error.message, reason);
    assert.equal(error.line, line);
    return true;
  });
}

test('a quoted field that never ends is refused with its line', () =>
  refusedAt(3, /never closed/, row(`4,"never ends,2024-03-05,Ben,B\n${'5,x,2024-03-05,Cy,C\n'.repeat(50)}`)));

test('a file that was cut in the middle of a row is refused with its line', () =>
  refusedAt(4, /ends in the middle/, row('4,b,2024-03-05,Ben,B\n4,cut,2024-')));

test('a NUL is refused with its line', () => refusedAt(3, /NUL/, row('4,b\0,2024-03-05,Ben,B\n')));

test('a spreadsheet is refused with what to do', () => refusedAt(0, /save it as CSV/, Buffer.from('PK\x03\x04rest')));

test('an empty file and one that is no table are refused', async () => {
  await refusedAt(0, /empty/, table('\n \n'));
  await refusedAt(1, /no table/, table('<rss></rss>'));
});

test('ten thousand columns are refused', () =>
  refusedAt(1, /10000 columns/, table(`${Array.from({ length: 10_000 }, (_none, n) => `c${n}`).join(',')}\n`)));

test('a cell of 100 MB is refused without being read whole', async () => {
  let read = 0;
  const open = async function* (): AsyncGenerator<Uint8Array> {
    yield table(`${header}\n5,"`);
    for (const piece = Buffer.alloc(65_536, 97); read < 100 * 2 ** 20; read += piece.length) yield piece;
  };
  await assert.rejects(openReviews(open, { ...asCsv, now }), /longer than 1000000 characters/);
  assert.ok(read < 5 * 2 ** 20, `${read} bytes were read`);
});

test('a file in Windows-1252 is taken where that is said, and refused where it is not', async () => {
  const file = Buffer.from(`${header}\n5,sch\xf6n,2024-03-05,J\xfcrgen,A\n`, 'latin1');
  await refusedAt(2, /not UTF-8.*--encoding windows-1252/, file);
  const { lines } = await read(file, { ...asCsv, encoding: 'windows-1252' });
  assert.match(lines[0]!, /\/schön {2}Jürgen /);
});

test('of mixed encodings, the rows that cannot be read are refused', async () => {
  const utf8 = table(`${header}\n5,schön und grün,2024-03-05,Jürgen,A\n`);
  const { lines } = await read(Buffer.concat([utf8, Buffer.from('5,sch\xf6n,2024-03-05,Ann,A\n', 'latin1')]), asCsv);
  assert.match(lines[0]!, /schön und grün/);
  assert.match(lines[1]!, /^3 refused: .*not UTF-8/);
});

test('the line of a row is where it begins in the file', async () => {
  const { lines } = await read(
    row('4,"two\r\nlines",2024-03-05,Ben,B\r\n9,b,2024-03-05,Cy,C\n4,b,2024-03-05\n'),
    asCsv,
  );
  assert.match(lines[2]!, /^5 refused: the stars must be/);
  assert.match(lines[3]!, /^6 refused: the row has 3 cells/);
});

test('dates of which nothing says whether the day comes first are asked about', async () => {
  const dates = (...given: string[]) => table(`${header}\n${given.map((date) => `5,c,${date},Ann,A\n`).join('')}`);
  const daysOf = async (file: Buffer, options = {}) =>
    (await read(file, { ...asCsv, ...options })).lines.map((line) => /\d{4}-\d\d-\d\d|refused/.exec(line)![0]);
  await refusedAt(2, /--date-order/, dates('05/03/2024', '2024-03-05'));
  assert.deepEqual(await daysOf(dates('05/03/2024'), { dateOrder: 'mdy' }), ['2024-05-03']);
  assert.deepEqual(await daysOf(dates('05/03/2024', '13/03/2024')), ['2024-03-05', '2024-03-13']);
  assert.deepEqual(await daysOf(dates('05/03/2024', '03/13/2024')), ['2024-05-03', '2024-03-13']);
  // The majority decides, and what then is no date is refused.
  assert.deepEqual(await daysOf(dates('05/03/2024', '13/03/2024', '14/03/2024', '03/15/2024')), [
    '2024-03-05',
    '2024-03-13',
    '2024-03-14',
    'refused',
  ]);
  await refusedAt(2, /--date-order/, dates('05/03/2024', '13/03/2024', '03/13/2024'));
  await refusedAt(2, /--date-order/, dates('05/03/24'));
  assert.deepEqual(await daysOf(dates('24/03/05'), { dateOrder: 'ymd' }), ['2024-03-05']);
});

test('a date in the future, one that does not exist and one that is none are refused with their rows', async () => {
  const { lines } = await read(row('5,b,2999-01-01,B,B\n5,c,2024-02-30,C,C\n5,d,soon after,D,D\n5,e,,E,E\n'), asCsv);
  assert.deepEqual(lines.slice(1), [
    '3 refused: its date is in the future: "2999-01-01"',
    '4 refused: its date cannot be read: "2024-02-30"',
    '5 refused: its date cannot be read',
    '6 refused: it has no date',
  ]);
});

test('a formula stays the text that it is', async () => {
  const { lines } = await read(row(`5,"=HYPERLINK(""https://evil.example"")",2024-03-05,'=Ann,A\n`), asCsv);
  assert.match(lines[1]!, /\/=HYPERLINK\("https:\/\/evil\.example"\) {2}=Ann /);
});

test('a reason of refusal repeats nothing that may be about a person', async () => {
  const { lines } = await read(
    row('ann@mail.example,c,2024-03-05,B,B\n5,c,Ann Berg,B,B\nAnn Berg,c,2024-03-05,B,B\n'),
    asCsv,
  );
  assert.deepEqual(lines.slice(1), [
    '3 refused: the stars must be a number from 1 to 5',
    '4 refused: its date cannot be read',
    '5 refused: the stars must be a number from 1 to 5',
  ]);
});

test('texts that are too long for a review are refused with their rows', async () => {
  const { lines } = await read(
    row(`5,${'x'.repeat(10_001)},2024-03-05,B,B\n5,c,2024-03-05,${'x'.repeat(101)} y,B\n`),
    asCsv,
  );
  assert.deepEqual(lines.slice(1), [
    '3 refused: the text is longer than 10000 characters',
    '4 refused: the name is longer than 100 characters',
  ]);
});
