/** Files as shoppers and attackers send them. */
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';

const plain = (width: number, height: number, background = '#c84') =>
  sharp({ create: { width, height, channels: 3, background } });

/** A photo as a phone makes it: turned on its side, with the place it was taken at and the phone's owner in it. */
export function phonePhoto(width = 1200, height = 900): Promise<Buffer> {
  return plain(width, height)
    .composite([
      { input: { create: { width: Math.floor(width / 2), height, channels: 3, background: '#06c' } }, left: 0, top: 0 },
    ])
    .jpeg({ quality: 90 })
    .withExif({
      IFD0: { Artist: 'Jane Private', Model: 'Phone' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 31/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '13/1 24/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer();
}

/** A photo of which nothing can be saved by packing it: about half a megabyte. */
export const noisyPhoto = (side = 800): Promise<Buffer> =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg({ quality: 90 })
    .toBuffer();

export const png = (width = 40, height = 30, background = '#395'): Promise<Buffer> =>
  plain(width, height, background).png().toBuffer();

/** A photo of 48 megapixels, as today's phones make them. */
export const hugePhoto = (progressive = false): Promise<Buffer> =>
  plain(8_000, 6_000).jpeg({ quality: 50, progressive }).toBuffer();

/** The beginning of a photo as phones keep it that have no other format; no decoder of ours gets further. */
export const heicPhoto = (brand = 'heic'): Buffer =>
  Buffer.concat([Buffer.from(`\0\0\0\x1cftyp${brand}\0\0\0\0mif1heicmiaf`, 'latin1'), Buffer.alloc(64)]);

/** 32 KB that unfold into 256 megapixels. */
export function pixelBomb(side = 16_000): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, check]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header[8] = 1;
  const rows = deflateSync(Buffer.alloc(side * (side / 8 + 1)), { level: 9 });
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const svg = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);
