/** The files of the guide for Shopify, rendered by another implementation of Liquid. */
import { createHmac } from 'node:crypto';
import { Liquid, Tag, type Context, type Emitter, type TagToken, type TopLevelToken } from 'liquidjs';
import { blocksOf } from './markdown.ts';

/** Shopify reads it, and shows nothing there. */
class Schema extends Tag {
  readonly #text: string;
  constructor(token: TagToken, rest: TopLevelToken[], liquid: Liquid) {
    super(token, rest, liquid);
    const inside: string[] = [];
    while (rest.length > 0) {
      const next = rest.shift()!;
      if (next.getText() === '{% endschema %}') break;
      inside.push(next.getText());
    }
    this.#text = inside.join('');
  }
  override render(_context: Context, emitter: Emitter): void {
    schemas.push(JSON.parse(this.#text) as SectionSchema);
    emitter.write('');
  }
}

export interface SectionSchema {
  readonly name: string;
  readonly settings: ReadonlyArray<{ readonly id: string; readonly default: unknown }>;
}
const schemas: SectionSchema[] = [];

/** The guide's files by the names that they begin with. */
export const themeFiles: Readonly<Record<string, string>> = Object.fromEntries(
  blocksOf('guides/shopify.md').flatMap(({ language, code }) => {
    const [, name] = /^\{% comment %\} (\S+\.liquid) \{% endcomment %\}\n/.exec(code) ?? [];
    return language === 'liquid' && name ? [[name, code]] : [];
  }),
);

export const snippets = Object.fromEntries(
  Object.entries(themeFiles).map(([name, code]) => [name.replace('snippets/', ''), code]),
);

/** Renders a template in which the guide's snippets are known, or those that are given. */
export async function renderLiquid(template: string, data: object, templates = snippets): Promise<string> {
  const liquid = new Liquid({ templates, extname: '.liquid', strictFilters: true });
  liquid.registerTag('schema', Schema);
  // Shopify's own, with its padding and its hexadecimal digits.
  liquid.registerFilter('base64_url_safe_encode', (text: string) =>
    Buffer.from(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  );
  liquid.registerFilter('hmac_sha256', (text: string, secret: string) =>
    createHmac('sha256', secret).update(text).digest('hex'),
  );
  return (await liquid.parseAndRender(template, data)) as string;
}

/** @returns the section as it stands on a product page, with the settings that it begins with, and its schema. */
export async function renderSection(file: string, product: object): Promise<{ html: string; schema: SectionSchema }> {
  const read = async (settings: object) => renderLiquid(themeFiles[file]!, { product, section: { settings } });
  await read({});
  const schema = schemas.at(-1)!;
  return { schema, html: await read(Object.fromEntries(schema.settings.map((one) => [one.id, one.default]))) };
}
