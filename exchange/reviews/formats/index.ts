import type { FormatName, ReviewFormat } from '../format.ts';
import { csv } from './csv.ts';
import { cusrev } from './cusrev.ts';
import { feefo } from './feefo.ts';
import { judgeme } from './judgeme.ts';
import { loox } from './loox.ts';
import { okendo } from './okendo.ts';
import { shopify } from './shopify.ts';
import { sitereviews } from './sitereviews.ts';
import { stamped } from './stamped.ts';
import { trustpilot } from './trustpilot.ts';
import { woocommerce } from './woocommerce.ts';
import { yotpo } from './yotpo.ts';

export const reviewFormats: Readonly<Record<FormatName, ReviewFormat>> = {
  judgeme,
  yotpo,
  loox,
  okendo,
  woocommerce,
  cusrev,
  sitereviews,
  shopify,
  stamped,
  trustpilot,
  feefo,
  csv,
};
