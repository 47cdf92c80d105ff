import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { holdsPixelsAlone } from '../../server-kit/pictures/pixels-alone.ts';

const pixels = () => sharp({ create: { width: 40, height: 30, channels: 4, background: '#0a0b' } });

test('pictures as we store them are kept as they are', async () => {
  assert.ok(holdsPixelsAlone(await pixels().jpeg({ quality: 82 }).toBuffer()));
  assert.ok(holdsPixelsAlone(await pixels().jpeg({ progressive: true }).toBuffer()));
  assert.ok(holdsPixelsAlone(await pixels().webp({ quality: 82 }).toBuffer()));
});

test('a picture with camera data, a comment, a profile or something after its end is not', async () => {
  const jpeg = await pixels().jpeg().toBuffer();
  const comment = Buffer.concat([jpeg.subarray(0, 2), Buffer.from('\xff\xfe\x00\x06hide', 'latin1'), jpeg.subarray(2)]);
  const hidden = Buffer.concat([
    jpeg.subarray(0, 2),
    Buffer.from('\xff\xe0\x00\x08hidden', 'latin1'),
    jpeg.subarray(2),
  ]);
  const webp = await pixels().webp().toBuffer();
  const cases = {
    exif: await pixels()
      .withExif({ IFD0: { Copyright: 'me' } })
      .jpeg()
      .toBuffer(),
    profile: await pixels().withIccProfile('p3').jpeg().toBuffer(),
    'exif in WebP': await pixels()
      .withExif({ IFD0: { Copyright: 'me' } })
      .webp()
      .toBuffer(),
    comment,
    hidden,
    tail: Buffer.concat([jpeg, Buffer.from('PK\x03\x04')]),
    'tail of WebP': Buffer.concat([webp, Buffer.from('PK\x03\x04')]),
    cut: jpeg.subarray(0, -1),
    png: await pixels().png().toBuffer(),
    empty: Buffer.alloc(0),
  };
  for (const [name, bytes] of Object.entries(cases)) assert.equal(holdsPixelsAlone(bytes), false, name);
});
