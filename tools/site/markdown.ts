/** The site's additions to the Markdown in docs/, which other readers of Markdown leave as it is. */
import { dirname, join, posix, relative } from 'node:path';
import type { MarkdownEnv, MarkdownRenderer } from 'vitepress';
import { pathOnSite } from './pages.ts';
import { shopPage } from './shop-page.ts';

const root = join(import.meta.dirname, '..', '..');
const docs = join(root, 'docs');
const repository = 'https://github.com/plaudit/plaudit/blob/main';

const slashes = (path: string): string => path.replaceAll('\\', '/');
/** The file itself; `path` is where its page is. */
const fileOf = ({ realPath, path }: MarkdownEnv & { readonly realPath?: string }): string => realPath ?? path;

interface Token {
  readonly type: string;
  readonly info: string;
  readonly content: string;
}

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/**
 * Below a block of code that is marked `live` stands what it does: markup (`html live`) as it is, styles (`css live`)
 * with the block of markup that comes before them.
 */
export function renderLiveExamples(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence!;
  md.renderer.rules.fence = (tokens, index, options, env: MarkdownEnv, self) => {
    const { info, content } = tokens[index]!;
    const [language, mark] = info.trim().split(/\s+/);
    const code = fence(tokens, index, options, env, self);
    if (mark !== 'live') return code;
    const markup = (tokens as readonly Token[]).findLast(
      (token, at) => at <= index && token.type === 'fence' && token.info.startsWith('html'),
    )!.content;
    const page = language === 'css' ? shopPage(content, markup) : shopPage('', markup);
    return `${code}<LiveExample document="${escapeAttribute(page)}" />`;
  };
}

/** The site's pages are templates, where braces in code would be taken for expressions. */
export function keepCode(md: MarkdownRenderer): void {
  const inline = md.renderer.rules.code_inline!;
  md.renderer.rules.code_inline = (tokens, index, ...rest) => {
    tokens[index]!.attrSet('v-pre', '');
    return inline(tokens, index, ...rest);
  };
}

/** Where a link of this file leads on the site; what is not below docs/ is in the repository. */
function linkOnSite(file: string, link: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return link;
  const [path = '', anchor] = link.split('#');
  const target = join(dirname(file), decodeURIComponent(path));
  const below = slashes(relative(docs, target));
  const hash = anchor === undefined ? '' : `#${anchor}`;
  if (below.startsWith('..')) return `${repository}/${slashes(relative(root, target))}${hash}`;
  return posix.join('/', pathOnSite(below)) + hash;
}

/** Links are written for the folder that a file is in, and lead to the same page from wherever the site has it. */
export function resolveLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('links-on-site', ({ tokens, env }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null;
      if (link !== null) token.attrSet('href', linkOnSite(fileOf(env as MarkdownEnv), link));
    }
  });
}
