/** The pages of the site, in the order of its sidebar, and what its search reads of them. */
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DefaultTheme, MarkdownEnv, MarkdownRenderer, UserConfig } from 'vitepress';
import { elementPages } from './element-pages.ts';
import { httpPages } from './http-pages.ts';

const docs = join(import.meta.dirname, '..', '..', 'docs');

/** Where the page of a file below docs/ is. Files in `site/` come first, and a README is the index of its folder. */
export const pathOnSite = (file: string): string =>
  file.replace(/^site\//, '').replace(/(^|\/)README\.md$/, '$1index.md');

const titleOf = (file: string): string => /^# (.+)$/m.exec(readFileSync(join(docs, file), 'utf8'))?.[1] ?? file;

const link = (text: string, path: string): DefaultTheme.SidebarItem => ({ text, link: path });
const pages = (...files: readonly string[]): DefaultTheme.SidebarItem[] =>
  files.map((file) => link(titleOf(`${file}.md`), `/${file}`));

/** Names of guides in a narrow column; others go by the names of their files. */
const shortNames: Readonly<Record<string, string>> = {
  php: 'PHP',
  sveltekit: 'SvelteKit',
  woocommerce: 'WooCommerce',
  docker: 'Containers',
  systemd: 'systemd and web servers',
  static: 'Static pages',
};
const nameOf = (name: string): string => shortNames[name] ?? name[0]!.toUpperCase() + name.slice(1);

const ofOperators = ['docker', 'systemd'];
const aboutMoving = ['leaving'];
const aboutElements = ['theming', 'words', 'content-policy'];

/** All guides to shops; a new one is listed without being named here. */
const shops = (): DefaultTheme.SidebarItem[] =>
  globSync('*.md', { cwd: join(docs, 'guides') })
    .map((file) => basename(file, '.md'))
    .filter((name) => ![...ofOperators, ...aboutElements, ...aboutMoving].includes(name))
    .toSorted()
    .map((name) => link(nameOf(name), `/guides/${name}`));

/** How reviews move here. */
const comingFrom = (): DefaultTheme.SidebarItem[] =>
  globSync('*.md', { cwd: join(docs, 'guides', 'coming-from') })
    .toSorted()
    .map((file) => link(titleOf(`guides/coming-from/${file}`), `/guides/coming-from/${basename(file, '.md')}`));

/** The page about all of them comes first. */
const comparisons = (): DefaultTheme.SidebarItem[] => [
  link('All of them', '/guides/comparisons/'),
  ...globSync('*.md', { cwd: join(docs, 'guides', 'comparisons') })
    .filter((file) => file !== 'README.md')
    .toSorted()
    .map((file) => link(titleOf(`guides/comparisons/${file}`), `/guides/comparisons/${basename(file, '.md')}`)),
];

const references = (): DefaultTheme.SidebarItem[] =>
  globSync('*.md', { cwd: join(docs, 'reference') })
    .filter((file) => file !== 'README.md')
    .toSorted()
    .map((file) => link(titleOf(`reference/${file}`), `/reference/${basename(file, '.md')}`));

const sidebar = (): DefaultTheme.SidebarItem[] => [
  { text: 'Start', items: pages('ten-minutes', 'starting-a-shop') },
  {
    text: 'Elements',
    items: [
      link('All elements', '/elements/'),
      ...elementPages.filter(({ name }) => name !== 'index').map(({ name }) => link(name, `/elements/${name}`)),
      ...pages(...aboutElements.map((name) => `guides/${name}`)),
    ],
  },
  { text: 'Your shop', items: shops() },
  { text: 'Moving here', items: [...comingFrom(), ...pages(...aboutMoving.map((name) => `guides/${name}`))] },
  {
    text: 'Running it',
    items: [
      ...pages('a-merchants-day', 'console', 'running-the-service', 'running-the-proxy'),
      ...ofOperators.map((name) => link(nameOf(name), `/guides/${name}`)),
      ...pages('where-shoppers-are-many', 'backups', 'upgrading', 'uninstalling'),
    ],
  },
  { text: 'Help', items: pages('troubleshooting', 'questions') },
  { text: 'Beside other vendors', collapsed: true, items: comparisons() },
  { text: 'HTTP API', items: [link('For shoppers', '/http/'), link('For merchants', '/http/merchant')] },
  { text: 'Reference', collapsed: true, items: references() },
  {
    text: 'How it is built',
    collapsed: true,
    items: [link('Architecture', '/architecture'), link('Decisions', '/decisions/')],
  },
];

const made = new Map(
  Object.entries({ elements: elementPages, http: httpPages }).flatMap(([folder, list]) =>
    list.map(({ name, markdown }): [string, string] => [`${folder}/${name}.md`, markdown]),
  ),
);

/** Why things are as they are is no answer to who asks how to do something. */
async function renderForSearch(text: string, env: MarkdownEnv, md: MarkdownRenderer): Promise<string> {
  const path = pathOnSite(env.relativePath);
  if (path.startsWith('decisions/')) return '';
  const html = await md.renderAsync(made.get(path) ?? text, env);
  return html.replaceAll(/<LiveExample [^>]*>/g, '');
}

export function describeSite(): UserConfig<DefaultTheme.Config> {
  return {
    title: 'Plaudit',
    description: 'A shop’s reviews, on its own pages, in its own hands',
    themeConfig: {
      sidebar: sidebar(),
      outline: [2, 3],
      nav: [
        { text: 'Start', link: '/ten-minutes' },
        { text: 'Elements', link: '/elements/' },
        { text: 'HTTP API', link: '/http/' },
        { text: 'Help', link: '/troubleshooting' },
      ],
      search: { provider: 'local', options: { _render: renderForSearch, detailedView: true } },
    },
  };
}
