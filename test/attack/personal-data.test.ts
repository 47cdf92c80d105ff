import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { holdsEmail, maskPersonalData } from '../../server-kit/personal-data.ts';

const addresses = [
  'john.doe@example.com',
  'mail me: a+b@sub.example.co.uk!',
  '"john doe"@example.com',
  'jörg@müller.de',
  'john%40example.com',
  'john＠example．com',
  'x@y.io,',
  '<a.b@c.example>',
  'mailto:someone@example.org',
  "o'neil@example.ie",
  'JOHN@EXAMPLE.COM',
];

const phones = [
  '+1 (415) 555-0132',
  '415-555-0132',
  '(415) 555 0132',
  '4155550132',
  '4155550132.',
  '+44 20 7946 0958',
  '020 7946 0958',
  '0171 1234567',
  '+49-171-1234567',
  '555-0132',
  '555.0132',
  '1-800-555-0199',
  '06 12 34 56 78',
  '06.12.34.56.78',
  'call me at 5550132',
  'Tel: 12 34 56 78',
  'Tel.0171 1234567',
  '0044 20 7946 0958',
  '612 345 678',
  '612 34 56 78',
  '98765 43210',
  '+491711234567',
  '447911123456',
  '07911 123456',
  '٠١٧١ ١٢٣٤٥٦٧',
  '+1.415.555.0132',
  '(0171) 1234567',
  '+49 (0)171 1234567',
  '138 1234 5678',
  'WhatsApp 912345678',
  '(555) 010-1234',
  '123-456-7890',
  'my number is 07700 900123',
  '+441632960961',
  '(01632) 960961',
  'phone: 5551234',
  '1 (800) 555-0199',
  'Phone number: 555 0199',
  '４１５５５５０１３２',
];

const others = [
  '$1,299.00',
  '2024',
  '2019-2024',
  '2019 - 2024',
  '2024-05-12',
  '2024-05-12 10:30:00',
  '12/05/2024',
  '12.05.2024',
  'GTIN 4006381333931',
  'UPC 012345678905',
  '12345678',
  'order 48213',
  '120 x 80 x 40',
  '1920x1080',
  '3.14159265',
  '192.168.100.200',
  '978-3-16-148410-0',
  '10-15 minutes',
  '36 38 40 42 44',
  '1 000 000',
  '1.250.000',
  '100-2000 pieces',
  '1500-2000',
  '10000-15000 steps',
  '94107-1234',
  'order 112-1234567-1234567',
  'GTIN 4006381333931 2 pieces',
  '100 200 300',
  '1234567890123',
  '2021 2022 2023 2024',
  'bought 2 @ 5.99 each',
  '99.99 129.99',
  'in 2023 12345 sold',
  '5 of 5',
  '10 000 km',
  '2024-11-03T10:00:00',
  'size 38-40-42',
  '€ 19,90',
  '1:2000000',
  '0.000123456',
  '100,000,000',
  '24/7/365',
  '10.000.000 ₫',
  'look at @handle',
  'a@b',
  '5*****',
];

for (const text of [...addresses, ...phones]) {
  test(`${text} is masked`, () => {
    const masked = maskPersonalData(`Before ${text} after`);
    const left = masked.replaceAll('•••', '');
    assert.match(masked, /^Before .*•••.* after$/);
    assert.doesNotMatch(left, /@|＠|%40|\p{Nd}{3}/u);
  });
}

for (const text of others) {
  test(`${text} stays`, () => {
    assert.equal(maskPersonalData(text), text);
    assert.equal(maskPersonalData(`Before ${text} after`), `Before ${text} after`);
  });
}

test('what stands around a number stays', () => {
  assert.equal(
    maskPersonalData('Bought in 2023 for $49.90, call 415-555-0132 or jo@shop.example. 5 stars!'),
    'Bought in 2023 for $49.90, call ••• or •••. 5 stars!',
  );
});

test('a text built to keep the patterns busy does not', () => {
  const hostile = [
    'a'.repeat(10_000) + '@',
    '1 '.repeat(5_000),
    'a.'.repeat(2_500) + '@' + 'a.'.repeat(2_500),
    '"'.repeat(9_999) + '@',
    '1'.repeat(10_000),
    '(1'.repeat(5_000),
    '@'.repeat(10_000),
    '+'.repeat(9_999) + '1',
    `${'a'.repeat(60)}@${'b-'.repeat(30)}.`.repeat(80),
    'tel '.repeat(2_500) + '1234567',
    '&amp;'.repeat(2_500) + '@',
    `&#x${'0'.repeat(10_000)}`,
    `&#x${'f'.repeat(10_000)};`,
  ];
  const start = performance.now();
  for (const text of hostile) maskPersonalData(text);
  // A pattern that goes back over what it read would take hours.
  assert.ok(performance.now() - start < 120_000);
});

test('an encoded address in a link is found', () => {
  assert.equal(holdsEmail('https://a.example/u/jo%40shop.example'), true);
  assert.equal(holdsEmail('https://a.example/u/4155550132'), false);
});

describe('what is written so that a machine overlooks it is masked', () => {
  for (const [what, text, masked] of [
    ['full-width digits', 'Ring ０１７１ ２３４５６７８ bitte', 'Ring ••• bitte'],
    ['zero-width characters in a number', 'Call 0171\u200b 23\u200b456\u200b78', 'Call •••'],
    ['zero-width characters in an address', 'Write to j\u200bane@x\u2060.exam\u00adple', 'Write to •••'],
    ['entities for an address', 'jane&#64;x&#x2e;example or jane&commat;x&period;example', '••• or •••'],
    ['entities for entities', 'jane&amp;#64;x.example', '•••'],
    ['entities for digits', 'Tel: &#48;&#49;&#55;&#49; 2345678', 'Tel: •••'],
    ['full-width letters', 'ｊａｎｅ＠ｘ．ｅｘａｍｐｌｅ', '•••'],
    ['digits on keycaps', 'Call 0️⃣1️⃣7️⃣1️⃣ 2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣', 'Call •••'],
    [
      'entities of what is not seen',
      'joe&#8203;@ex&#8203;ample.com, joe&shy;@example.com, joe@ex&zwj;ample.com',
      '•••, •••, •••',
    ],
    ['entities with zeros before them', 'joe&#x00000040;example.com or joe&#0000000000064;example.com', '••• or •••'],
    [
      'entities of dashes',
      '415&ndash;555&ndash;0132, 415&#150;555&#150;0132 and 415&minus;555&minus;0132',
      '•••, ••• and •••',
    ],
    [
      'entities of letters',
      'Write to jos&eacute;&commat;ex&aring;mple.com or joe&percnt;40example.com',
      'Write to ••• or •••',
    ],
    ['small signs and ideographic stops', 'joe﹫example.com, joe@example｡com', '•••, •••'],
    ['dashes that look like hyphens', '415‒555‒0132 or 415−555−0132', '••• or •••'],
    ['the beginning of an address', 'jane&#46;doe@example.com, jane\u200b.doe@example.com', '•••, •••'],
    ['fillers', 'j\u3164oe\u115f@example.com', '•••'],
    ['mathematical digits', 'Tel: 𝟎𝟏𝟕𝟏 𝟐𝟑𝟒𝟓𝟔𝟕𝟖', 'Tel: •••'],
  ] as const)
    test(what, () => assert.equal(maskPersonalData(text), masked));

  for (const text of [
    'It costs １２，９００ 円 and is ４０ cm wide.',
    'Fish&region=5 &copy2024 10&ndash;15 &mdash; 2019&minus;2024 &hearts; 3&times;4 &eacute;t&eacute;',
    'Size 40\u200b–42, since 2019\u200b/2020',
    'Fish &amp; chips &#169; 2024, &lt;b&gt;12&lt;/b&gt; pieces, 5 m²',
    '👨‍👩‍👧 می‌خواهم ۱۲ عدد',
    'ISBN ９７８-３-１６-１４８４１０-０',
  ])
    test(`and what is something else stays as it is written: ${text}`, () =>
      assert.equal(maskPersonalData(text), text));

  test('every other shape that Unicode has for a letter, a digit or a sign of an address', () => {
    const shapes = Array.from({ length: 0x110000 }, (_, code) => code)
      .filter((code) => code > 0x7f && (code < 0xd800 || code > 0xdfff))
      .map((code) => [String.fromCodePoint(code), String.fromCodePoint(code).normalize('NFKC')] as const)
      .filter(([, plain]) => /^[a-z\d@.]$/i.test(plain));
    assert.ok(shapes.length > 1_000);
    const left = shapes.filter(([shape, plain]) => {
      const hidden = /[a-z]/i.test(plain)
        ? `jo${shape}e@example.com`
        : 'joe5@example.com'.replace(/\d/.test(plain) ? '5' : plain, shape);
      const number = /\d/.test(plain) ? `+49 171 234${shape}567` : hidden;
      return [hidden, number].some((text) => maskPersonalData(text) !== '•••');
    });
    assert.deepEqual(left, []);
  });

  test('nothing that could be markup comes out of it', () => {
    const masked = maskPersonalData('&#60;script&#62; &lt;b&gt; jane&#64;x.example');
    assert.equal(masked, '&#60;script&#62; &lt;b&gt; •••');
  });
});
