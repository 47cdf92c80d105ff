/** Colours for the HTML and CSS on show: each token in a span whose class says what it is. */
import { escapeHtml, raw, type Html } from './html.ts';

const tokens = {
  html: expression({
    comment: /<!--.*?-->/,
    tag: /<\/?[a-z][\w-]*|(?<!<[^>]*)\/?>|>/,
    name: /\b[a-z][\w-]*(?==)/,
    value: /"[^"]*"/,
  }),
  js: expression({
    comment: /\/\/[^\n]*/,
    tag: /\b(?:const|import|from|await|return)\b/,
    name: /[a-z]\w*(?=\()/i,
    value: /'[^']*'/,
  }),
  css: expression({
    comment: /\/\*.*?\*\//,
    tag: /[a-z][\w-]*(?=\s*[{,])/,
    name: /[a-z][\w-]*(?=\s*:)/,
    value: /(?<=:\s*)[^;{}]+/,
  }),
};

/** One expression with a named group for each kind of token. */
function expression(kinds: Readonly<Record<string, RegExp>>): RegExp {
  const groups = Object.entries(kinds).map(([name, { source }]) => `(?<${name}>${source})`);
  return new RegExp(groups.join('|'), 'gis');
}

export function tint(code: string, language: keyof typeof tokens): Html {
  let markup = '';
  let at = 0;
  for (const match of code.matchAll(tokens[language])) {
    const kind = Object.entries(match.groups!).find(([, text]) => text !== undefined)![0];
    markup += `${escapeHtml(code.slice(at, match.index))}<span class="tint-${kind}">${escapeHtml(match[0])}</span>`;
    at = match.index + match[0].length;
  }
  return raw(markup + escapeHtml(code.slice(at)));
}
