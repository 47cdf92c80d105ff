/** How the mails and pages of a shop look, and which language they speak where nobody says otherwise. */
import type { Database } from '../../data/tables.ts';
import { isColour } from './colours.ts';
import { isFontList } from './fonts.ts';

export interface Logo {
  /** Path below the public address of the service, as all pictures are stored; see addresses.ts. */
  readonly path: string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** True if nobody would see it on a dark page. */
  readonly needsLight: boolean;
}

export interface Look {
  readonly logo: Logo | null;
  readonly accent: string | null;
  readonly background: string | null;
  /** Font families, as typed. Nothing is loaded: a reader who lacks one sees the next. */
  readonly font: string | null;
  /** Language tag, such as `de` or `pt-BR`. */
  readonly locale: string | null;
}

export const usualLook: Look = { logo: null, accent: null, background: null, font: null, locale: null };

export async function readLook(db: Database, businessId: number): Promise<Look> {
  const row = await db.selectFrom('shop_look').selectAll().where('business_id', '=', businessId).executeTakeFirst();
  if (!row) return usualLook;
  const colour = (text: string | null) => (text !== null && isColour(text) ? text : null);
  return {
    logo:
      row.logo_key === null
        ? null
        : {
            path: logoPath(row.logo_key),
            width: row.logo_width ?? 0,
            height: row.logo_height ?? 0,
            needsLight: row.logo_needs_light === 1,
          },
    // Checked when they were set, and again here: they become part of style sheets.
    accent: colour(row.accent),
    background: colour(row.background),
    font: row.font !== null && isFontList(row.font) ? row.font : null,
    locale: row.locale,
  };
}

const logoPath = (key: string): string => `/images/${key}/original.png`;

const MOST_LOGO_WIDTH = 200;
const MOST_LOGO_HEIGHT = 56;

/** The size in which a logo is shown, in pixels, and whether it is a wordmark that needs no name beside it. */
export function logoBox({ width, height }: Pick<Logo, 'width' | 'height'>): {
  width: number;
  height: number;
  isWide: boolean;
} {
  const scale = Math.min(MOST_LOGO_WIDTH / width, MOST_LOGO_HEIGHT / height, 1);
  return {
    width: Math.max(Math.round(width * scale), 1),
    height: Math.max(Math.round(height * scale), 1),
    isWide: width >= 2 * height,
  };
}
