/** Pictures from strangers: what is taken, what is refused, and what is left of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { encodeImage, imageSizes, MAX_IMAGE_BYTES, prepareImage } from '../../server-kit/pictures/images.ts';
import { heicPhoto, hugePhoto, phonePhoto, pixelBomb, png, svg } from '../support/pictures.ts';

const refused = (bytes: Uint8Array, http: number, reason = /./) =>
  assert.rejects(imageSizes(bytes), { code: 311, http, message: reason });

test('the place and the name in a photo are gone, and it stands upright', async () => {
  const photo = await phonePhoto();
  assert.match(photo.toString('latin1'), /Jane Private/);
  const sizes = await imageSizes(photo);
  for (const bytes of [sizes.original, sizes.normal, sizes.large, sizes.small, await prepareImage(photo)]) {
    assert.ok(!bytes.toString('latin1').includes('Jane'));
    const metadata = await sharp(bytes).metadata();
    assert.deepEqual(
      [metadata.exif, metadata.xmp, metadata.iptc, metadata.icc, metadata.orientation],
      [undefined, undefined, undefined, undefined, undefined],
    );
  }
  const { width, height } = await sharp(sizes.original).metadata();
  assert.deepEqual([width, height], [900, 1200]);
});

test('the sizes are those of the specification, and nothing is blown up', async () => {
  const sizeOf = async (bytes: Buffer) => {
    const { width, height } = await sharp(bytes).metadata();
    return [width, height];
  };
  const large = await imageSizes(await png(3_000, 1_500));
  assert.deepEqual(await Promise.all([large.original, large.normal, large.large, large.small].map(sizeOf)), [
    [2400, 1200],
    [600, 300],
    [160, 160],
    [96, 96],
  ]);
  const tiny = await imageSizes(await png(40, 30));
  assert.deepEqual(await Promise.all([tiny.original, tiny.normal, tiny.large, tiny.small].map(sizeOf)), [
    [40, 30],
    [40, 30],
    [160, 160],
    [96, 96],
  ]);
  assert.deepEqual(await sizeOf(await prepareImage(await png(300, 100), { maxSidePixels: 150 })), [150, 50]);
});

test('JPEG, PNG, WebP, GIF and AVIF are taken; what is transparent stays so', async () => {
  const picture = sharp(await png(50, 50));
  for (const bytes of [
    await picture.jpeg().toBuffer(),
    await picture.png().toBuffer(),
    await picture.webp().toBuffer(),
    await picture.gif().toBuffer(),
    await picture.avif({ effort: 0 }).toBuffer(),
  ]) {
    const { contentType, bytes: encoded } = await encodeImage(bytes);
    assert.equal(contentType, 'image/jpeg');
    assert.equal((await sharp(encoded).metadata()).format, 'jpeg');
  }
  const glass = await sharp({
    create: { width: 20, height: 20, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
  })
    .png()
    .toBuffer();
  const { contentType, original } = await imageSizes(glass);
  assert.equal(contentType, 'image/webp');
  assert.equal((await sharp(original).metadata()).hasAlpha, true);
});

test('of an animation the first picture is kept', async () => {
  const frames = await sharp([await png(20, 20, '#f00'), await png(20, 20, '#00f')], { join: { animated: true } })
    .gif()
    .toBuffer();
  const { original } = await imageSizes(frames);
  const { height, pages } = await sharp(original).metadata();
  assert.deepEqual([height, pages], [20, undefined]);
  const { dominant } = await sharp(original).stats();
  assert.ok(dominant.r > 200 && dominant.b < 50);
});

test('a file is what its first bytes say: SVG, HTML, text and PDF are refused under any name', async () => {
  for (const bytes of [
    svg,
    Buffer.from('<!doctype html><script>alert(1)</script>'),
    Buffer.from('hello'),
    Buffer.from('%PDF-1.7'),
    Buffer.alloc(0),
    Buffer.from('<?xml version="1.0"?><svg/>'),
  ]) {
    await refused(bytes, 415, /no image of a kind/);
  }
});

test('a picture that hides something behind its end loses it', async () => {
  const polyglot = Buffer.concat([await png(), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
  const { original } = await imageSizes(polyglot);
  assert.ok(!original.toString('latin1').includes('script'));
});

test('a pixel bomb is refused before it unfolds', async () => {
  const bomb = pixelBomb();
  assert.ok(bomb.length < 100_000);
  await refused(bomb, 413, /25 megapixels/);
});

test('a photo of 48 megapixels is taken, unless it has to be decoded whole', async () => {
  const { width, height } = await sharp((await imageSizes(await hugePhoto())).original).metadata();
  assert.deepEqual([width, height], [2_400, 1_800]);
  await refused(await hugePhoto(true), 413, /25 megapixels, or 100 if it is a JPEG that is not progressive/);
});

test('HEIC is refused by its name, and what is taken is said', async () => {
  for (const brand of ['heic', 'heix', 'mif1'])
    await refused(heicPhoto(brand), 415, /^HEIC images cannot be read here: send JPEG, PNG, WebP, GIF or AVIF$/);
});

test('a file that is too large is refused, a broken one too', async () => {
  await refused(Buffer.concat([await png(), Buffer.alloc(MAX_IMAGE_BYTES)]), 413, /10 MB/);
  const photo = await phonePhoto();
  await refused(photo.subarray(0, photo.length / 2), 415, /broken/);
  await refused(Buffer.from('\x89PNG\r\n\x1a\nnothing more', 'latin1'), 415, /broken/);
});
