/** The orders to the process that decodes pictures, and its answers. */

export type ImageContentType = 'image/jpeg' | 'image/webp';

export interface EncodedImage {
  readonly contentType: ImageContentType;
  readonly bytes: Buffer;
}

/** A small picture as PNG, which every mail program shows, also where parts of it are transparent. */
export interface LogoImage {
  readonly contentType: 'image/png';
  readonly bytes: Buffer;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** True for dark shapes with nothing behind them, which nobody sees on a dark page. */
  readonly needsLight: boolean;
}

/** The sizes that the API gives of every picture; all of one content type. */
export interface ImageSizes {
  readonly contentType: ImageContentType;
  /** At most 2400 pixels on its longer side. */
  readonly original: Buffer;
  /** At most 600 pixels wide. */
  readonly normal: Buffer;
  /** 160x160, cut to fit. */
  readonly large: Buffer;
  /** 96x96, cut to fit. */
  readonly small: Buffer;
}

/** A picture that was decoded and found good. */
export interface PictureMeasures {
  readonly contentType: ImageContentType;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

export interface PictureJob {
  readonly lengthBytes: number;
  readonly result: 'picture' | 'sizes' | 'logo' | 'measures';
  /** For the longest side of what is made of it. */
  readonly maxSidePixels: number;
}

export interface PictureRefusal {
  readonly name: 'imageRefused' | 'imageTooLarge';
  readonly reason: string;
}

export type PictureOutcome =
  | { readonly result: EncodedImage | ImageSizes | LogoImage | PictureMeasures }
  | { readonly refusal: PictureRefusal };
